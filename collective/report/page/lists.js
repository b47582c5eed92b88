// The workers' lists, and what each strategy makes of them.

function drawLists() {
  const {lists, strategies, right} = data;
  showSection('lists', 'Merge');
  const hiddenWorkers = lists.workers - lists.shown.length;
  const somethingHidden = [...lists.places, ...lists.coordinates].some(row => row.hidden > 0);
  const notes = [];
  if (hiddenWorkers > 0) notes.push(`${integer(lists.shown.length)} of ${integer(lists.workers)} workers are drawn`);
  if (lists.more_places > 0) notes.push(`of each list the first ${lists.places.length} pairs (the longest has ` +
    `${integer(lists.places.length + lists.more_places)})`);
  if (lists.more_coordinates > 0) notes.push(`of the coordinates in these pairs the ${lists.coordinates.length} most frequent`);
  if (notes.length > 0) {
    byId('lists-note').hidden = false;
    byId('lists-note').textContent = `A sample: ${notes.join('; ')}. The column \u201cothers\u201d counts the pairs that ` +
      'are not drawn. Results are those of the whole run.';
  }

  // A tab is as wide as the longest coordinate, up to ten digits.
  const digits = Math.min(10, Math.max(...lists.shown.flatMap(worker => worker.pairs.map(pair => pair[0].length)), 1));
  const tab = Math.max(32, 12 + 7 * digits), rowHeight = 38, boxWidth = tab + 48, boxHeight = 30, column = boxWidth + 6;
  const left = Math.max(76, 60 + 8 * digits), top = 44;
  const workers = lists.shown;
  const columns = workers.length + (somethingHidden ? 1 : 0);
  const resultAt = left + columns * column + 12, resultWidth = 92;
  const width = resultAt + resultWidth + 8 + 84;
  const values = i => strategies[i];
  const rightAtPlaces = values(right).at_places, rightAt = values(right).at_coordinates;

  function box(pair, worker, place) {
    const [coordinate, value] = pair;
    const title = `${nameText(worker.name)}, place ${place}: coordinate ${coordinate}, value ${value}`;
    return svg('g', {class: 'box', 'data-coordinate': coordinate, 'data-value': value},
      svg('title', {text: title}),
      svg('rect', {class: 'body', width: boxWidth, height: boxHeight, rx: 5, fill: hueOf(coordinate)}),
      svg('rect', {width: tab, height: boxHeight, rx: 5, fill: `url(#texture-${textureOf(coordinate)})`}),
      svg('rect', {x: 4, y: 6, width: tab - 8, height: 18, rx: 4, fill: hueOf(coordinate), opacity: .85}),
      svg('line', {x1: tab, x2: tab, y1: 0, y2: boxHeight, stroke: 'rgb(0 0 0 / 35%)'}),
      svg('text', {class: 'tab-text', x: tab / 2, y: 20, 'text-anchor': 'middle', text: short(coordinate, 10)}),
      svg('text', {style: value.length > 5 ? 'font-size:12px' : null, x: tab + 24, y: 20, 'text-anchor': 'middle', text: short(value, 7)}),
      svg('rect', {class: 'veil', width: boxWidth, height: boxHeight, rx: 5}),
      svg('line', {class: 'strike', x1: 3, x2: boxWidth - 3, y1: boxHeight / 2, y2: boxHeight / 2}));
  }

  function panel(index) {
    const strategy = strategies[index];
    const byPlace = strategy.name === 'position', keepsLast = strategy.operator === 'last';
    const rows = byPlace ? lists.places : lists.coordinates;
    const results = byPlace ? strategy.at_places : strategy.at_coordinates;
    const rights = byPlace ? rightAtPlaces : rightAt;
    const boxes = [];
    workers.forEach((worker, w) => worker.pairs.forEach((pair, place) => boxes.push({
      pair, worker, w, place, row: byPlace ? place : rows.findIndex(row => row.key === pair[0]),
      node: box(pair, worker, place)})));

    // A row is as high as the fullest of its cells: a worker may repeat a coordinate.
    const heights = rows.map((_, r) => Math.max(1, ...workers.map((_, w) =>
      boxes.filter(one => one.row === r && one.w === w).length)));
    const tops = [];
    heights.reduce((y, height, r) => { tops[r] = y; return y + height * rowHeight; }, top);
    const inRows = sum(heights) * rowHeight;
    const height = top + Math.max(inRows, lists.places.length * rowHeight) + (lists.more_places > 0 || lists.more_coordinates > 0 ? 30 : 8);
    const filled = new Map();
    for (const one of boxes) {
      one.from = [left + one.w * column, top + one.place * rowHeight + 4];
      const key = `${one.row} ${one.w}`, level = filled.get(key) ?? 0;
      filled.set(key, level + 1);
      one.to = one.row < 0 ? null : [left + one.w * column, tops[one.row] + level * rowHeight + 4];
    }
    if (keepsLast) {
      // The run's result says whose value was kept; those before it are lost.
      rows.forEach((_, r) => {
        const here = boxes.filter(one => one.row === r);
        const kept = here.map(one => sameNumber(one.pair[1], results[r])).lastIndexOf(true);
        here.forEach((one, i) => { if (i !== kept) one.node.classList.add('lost'); });
      });
    }

    const before = svg('g', {class: 'fades'}, ...lists.places.map((_, place) =>
      svg('text', {class: 'soft', x: 0, y: top + place * rowHeight + 24, text: `place ${place}`})));
    const after = svg('g', {class: 'fades'}), lanes = svg('g', {class: 'fades'});
    const tableRows = [];
    rows.forEach((row, r) => {
      const here = boxes.filter(one => one.row === r);
      const mixed = new Set(here.map(one => one.pair[0])).size > 1;
      const y = tops[r], middle = y + heights[r] * rowHeight / 2;
      lanes.append(svg('rect', {class: mixed ? 'lane mixed' : 'lane', x: left - 8, y: y + 1, rx: 7,
        width: resultAt + resultWidth + 6 - left + 8, height: heights[r] * rowHeight - 2}));
      const slice = row.slice ?? -1;
      const owner = data.schedule && slice >= 0 && index === data.recorded ? data.schedule.owners[slice] : null;
      after.append(svg('text', {x: 0, y: middle + (owner === null && !byPlace ? 5 : -2), text: byPlace ? `place ${r}` : `coord. ${short(row.key, 10)}`}));
      if (byPlace) after.append(svg('text', {class: 'soft small', x: 0, y: middle + 13, text: `\u2192 coord. ${short(row.coordinate, 10)}`}));
      if (owner !== null) after.append(svg('text', {class: 'soft small', x: 0, y: middle + 13, text: `at rank ${owner}`}));
      if (somethingHidden && row.hidden > 0)
        after.append(svg('text', {class: 'soft', x: left + workers.length * column + 8, y: middle + 5, text: `+ ${integer(row.hidden)}`}));
      const result = results[r], wanted = rights[r];
      const wrong = !strategy.error && !sameNumber(result, wanted);
      const g = svg('g', {'data-key': row.key, 'data-result': result ?? ''},
        svg('title', {text: result === null ? 'no result' : `${byPlace ? 'key' : 'coordinate'} ${row.key}: ${result}`}),
        svg('rect', {class: wrong ? 'result wrong' : 'result', x: resultAt, y: middle - 15, width: resultWidth, height: 30, rx: 5}));
      const stripes = [...new Set(here.map(one => one.pair[0]))];
      stripes.forEach((coordinate, i) => g.append(svg('rect', {
        x: resultAt + 2 + i * (resultWidth - 4) / stripes.length, y: middle + 8, width: (resultWidth - 4) / stripes.length, height: 5, fill: hueOf(coordinate)})));
      g.append(svg('text', {class: 'result-text', x: resultAt + resultWidth / 2, y: middle + 4, 'text-anchor': 'middle',
        text: strategy.error ? '-' : result === null ? 'none' : short(result, 9)}));
      if (!strategy.error && index !== right) g.append(svg('text', {
        class: wrong ? 'mark-bad' : 'mark-good', x: resultAt + resultWidth + 10, y: middle + 5,
        text: wrong ? wanted === null ? 'none' : `\u2260 ${short(wanted, 8)}` : '\u2713'}));
      after.append(g);
      tableRows.push([byPlace ? `place ${r}` : row.key,
        here.map(one => `${nameText(one.worker.name)}: ${one.pair[1]} (coordinate ${one.pair[0]})`).join('; ') +
          (row.hidden > 0 ? `; and ${integer(row.hidden)} not drawn` : ''),
        result ?? 'none', wanted ?? 'no such coordinate']);
    });
    const names = workers.map((worker, w) => svg('g', null,
      svg('title', {text: `worker ${nameText(worker.name)} on rank ${worker.rank}, ${counted(worker.size, 'pair')}`}),
      svg('text', {x: left + w * column + boxWidth / 2, y: 18, 'text-anchor': 'middle', 'font-weight': 700, text: shortName(worker.name)}),
      svg('text', {class: 'soft small', x: left + w * column + boxWidth / 2, y: 34, 'text-anchor': 'middle', text: `rank ${worker.rank}`})));
    if (somethingHidden) names.push(svg('text', {class: 'soft', x: left + workers.length * column + 8, y: 18, text: 'others'}));
    const heads = svg('g', {class: 'fades'},
      svg('text', {x: resultAt + resultWidth / 2, y: 18, 'text-anchor': 'middle', 'font-weight': 700, text: keepsLast ? 'kept' : strategy.operator}),
      index === right ? null : svg('text', {class: 'soft', x: resultAt + resultWidth + 10, y: 18, text: 'right'}));
    const rest = byPlace ? lists.more_places : lists.more_coordinates;
    const tail = svg('text', {class: 'soft', x: left, y: height - 8,
      text: rest > 0 ? `and ${counted(rest, byPlace ? 'place' : 'coordinate')} more` : ''});
    after.append(heads, tail);
    const drawing = picture(width, height, `The lists merged by ${strategy.name}; as text in the table below`,
      lanes, before, after, ...names, ...boxes.map(one => one.node));
    drawing.style.cssText = `width:100%;max-width:${Math.round(width * 1.25)}px;min-width:${Math.round(width * .72)}px;height:auto`;
    function show(merged) {
      for (const one of boxes) {
        const [x, y] = merged && one.to ? one.to : one.from;
        one.node.style.transform = `translate(${x}px, ${y}px)`;
        one.node.style.opacity = merged && !one.to ? 0 : '';
        one.node.classList.toggle('lost', merged && one.lost);
      }
      before.style.opacity = merged ? 0 : 1;
      after.style.opacity = lanes.style.opacity = merged ? 1 : 0;
    }
    for (const one of boxes) one.lost = one.node.classList.contains('lost');
    const card = html('article', {class: 'card panel', 'data-strategy': strategy.name},
      html('header', null, html('h3', {text: titleOf(strategy)}), pill(strategy)),
      html('p', {text: strategy.error || (strategy.flaw ? `It ${strategy.meaning}. But ${strategy.flaw}.` : strategy.operator === 'sum'
        ? `Right: ${strategy.meaning}, wherever they stand in the lists.` : `Right: the ${strategy.operator} of each coordinate\u2019s values, wherever they stand in the lists.`)}),
      html('div', {class: 'scroll', tabindex: 0, role: 'region', 'aria-label': `Merge by ${strategy.name}, drawn`}, drawing),
      html('details', null, html('summary', {text: 'As a table'}), table({
        caption: `Merged by ${strategy.name}`, look: 'words', heads: [byPlace ? 'Place' : 'Coordinate', 'Contributions', 'Result', 'Right value'], rows: tableRows})));
    return {card, show};
  }

  const panels = strategyOrder.filter(i => !strategies[i].error).map(panel);
  byId('panels').style.setProperty('--panel', `${Math.round(Math.max(420, width * .8))}px`);
  byId('panels').append(...panels.map(one => one.card));
  const show = merged => {
    panels.forEach(one => one.show(merged));
    byId('merge-state').textContent = merged ? 'Merged' : 'The lists as the workers hold them';
    byId('unmerge').disabled = !merged;
  };
  byId('unmerge').addEventListener('click', () => show(false));
  byId('merge').addEventListener('click', () => {
    show(false);
    window.setTimeout(() => show(true), window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 900);
  });
  show(true);
  byId('merge-state').textContent = '';
}

// The wrong way that everyone takes first, then the right one, then its wrong repair.
const teaching = ['position', 'coordinate', 'overwrite'];
const strategyOrder = range((data.strategies ?? []).length).sort((a, b) => {
  const place = i => teaching.includes(data.strategies[i].name) ? teaching.indexOf(data.strategies[i].name) : teaching.length;
  return place(a) - place(b) || a - b;
});

const shortName = name => { const text = nameText(name); return text.length > 11 ? text.slice(0, 10) + '\u2026' : text; };
const titleOf = strategy => ({position: 'By list position', coordinate: 'By coordinate', overwrite: 'By coordinate, overwriting'})[strategy.name] ?? strategy.name;

function pill(strategy) {
  if (strategy.error) return html('span', {class: 'pill none', text: 'no result'});
  const failed = strategy.verdicts.filter(verdict => verdict.status === 'failed').map(verdict => verdict.check);
  if (strategy.verdicts.length === 0) return html('span', {class: 'pill none', text: 'not checked'});
  return failed.length === 0 ? html('span', {class: 'pill good', text: '\u2713 no check failed'})
    : html('span', {class: 'pill bad', text: `\u2717 ${failed.join(', ')} failed`});
}
