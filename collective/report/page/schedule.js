// The rounds of the schedule: who sends what to whom, and what each rank holds.

const mostArrows = 12;  // with more ranks it is a matrix
const mostCells = 64;   // of a matrix, along a side

const transferOf = ([round, source, target, first, last, copy, contributors, pairs, bytes]) =>
  ({round, source, target, first, last, copy: copy === 1, contributors, pairs, bytes});

function drawSchedule() {
  const schedule = data.schedule;
  showSection('schedule', 'Schedule');
  const transfers = schedule.transfers.map(transferOf);
  const rounds = range(schedule.rounds).map(round => transfers.filter(one => one.round === round));
  const nodes = Math.max(...schedule.nodes) + 1;
  const states = new Map(schedule.states.map(state => [`${state.step} ${state.rank}`, state]));
  const small = schedule.ranks <= mostArrows;
  byId('schedule-lead').textContent = `Schedule ${schedule.name}: ${schedule.summary}. ${counted(schedule.ranks, 'rank')} ` +
    `on ${counted(nodes, 'node')}, ${counted(schedule.rounds, 'round')}, ${counted(schedule.owners.length, 'slice')} of the coordinates. ` +
    (schedule.counted ? 'Pairs and bytes are those that this run sent.' : 'Pairs and bytes are predicted.');
  const notes = [];
  if (!schedule.complete) notes.push('There are too many transfers to draw each; the volumes below are complete.');
  else if (!small) notes.push(`${schedule.ranks} ranks: a matrix instead of arrows` +
    (schedule.ranks > mostCells ? `, and a cell sums ${Math.ceil(schedule.ranks / mostCells)} ranks a side.` : '.'));
  if (data.only_rank !== undefined) notes.push(`Only the transfers of rank ${data.only_rank}.`);
  byId('schedule-note').hidden = notes.length === 0;
  byId('schedule-note').textContent = notes.join(' ');
  byId('holdings-card').hidden = states.size === 0;

  const figure = small ? arrowFigure(schedule, nodes) : matrixFigure(schedule);
  byId('figure').append(figure.drawing);
  const slider = byId('slider');
  slider.max = schedule.rounds;
  let step = -1, timer = null;

  function show(next) {
    next = Math.max(0, Math.min(schedule.rounds, next));
    if (next === step) return;
    step = next;
    slider.value = step;
    const now = step === 0 ? [] : rounds[step - 1];
    const text = step === 0 ? `before round 1 of ${schedule.rounds}` : `round ${step} of ${schedule.rounds}`;
    byId('round').textContent = text;
    slider.setAttribute('aria-valuetext', text);
    byId('first').disabled = byId('back').disabled = step === 0;
    byId('last').disabled = byId('step').disabled = step === schedule.rounds;
    figure.show(now, rank => states.get(`${step} ${rank}`));
    const pairs = sum(now.map(one => one.pairs)), bytes = sum(now.map(one => one.bytes));
    byId('figure-caption').replaceChildren(
      html('span', {text: step === 0 ? 'Each rank holds its own pairs; nothing has travelled yet. '
        : schedule.complete ? `${counted(now.length, 'transfer')}, ${counted(pairs, 'pair')}, ${bytesText(bytes)}. ` : ''}),
      ...(small ? [legend('reduce', 'partial sums, to be combined'), legend('copy', 'finished values, to be copied')] : []));
    if (states.size > 0) {
      byId('holdings-title').textContent = step === 0 ? 'What each rank holds before the first round' : `What each rank holds after round ${step}`;
      byId('holdings').replaceChildren(small ? holders(schedule, rank => states.get(`${step} ${rank}`))
        : holdingsMatrix(schedule, rank => states.get(`${step} ${rank}`)));
    }
    byId('transfers').replaceChildren(now.length === 0 ? html('p', {text: 'None.'}) : table({
      caption: `Transfers of ${text}`, heads: ['from rank', 'to rank', 'slices', 'what', 'ranks in it', 'pairs', 'bytes'],
      rows: now.map(one => [String(one.source), String(one.target), slicesText(one), one.copy ? 'copy' : 'reduce',
        String(one.contributors), integer(one.pairs), integer(one.bytes)])}));
  }
  function play(on) {
    window.clearInterval(timer);
    timer = null;
    if (on) {
      if (step === schedule.rounds) show(0);
      timer = window.setInterval(() => {
        show(step + 1);
        if (step === schedule.rounds) play(false);
      }, 1500);
    }
    byId('play').textContent = on ? 'Pause' : 'Play';
    byId('play').setAttribute('aria-pressed', String(on));
  }
  const go = to => { play(false); show(to); };
  byId('play').addEventListener('click', () => play(timer === null));
  byId('step').addEventListener('click', () => go(step + 1));
  byId('back').addEventListener('click', () => go(step - 1));
  byId('first').addEventListener('click', () => go(0));
  byId('last').addEventListener('click', () => go(schedule.rounds));
  slider.addEventListener('input', () => go(Number(slider.value)));
  const keys = {ArrowRight: () => go(step + 1), ArrowLeft: () => go(step - 1), Home: () => go(0),
    End: () => go(schedule.rounds), ' ': () => play(timer === null)};
  document.addEventListener('keydown', event => {
    const target = event.target;
    if (event.ctrlKey || event.altKey || event.metaKey || !keys[event.key]) return;
    if (target.closest('input, select, textarea, summary, a')) return;
    if (event.key === ' ' && target.closest('button')) return;  // presses that button
    if (target.closest('.scroll') && target.closest('.scroll').scrollWidth > target.closest('.scroll').clientWidth) return;
    const box = byId('schedule').getBoundingClientRect();
    const inSight = box.top < window.innerHeight && box.bottom > 0;
    if (!inSight && !target.closest('#schedule')) return;
    event.preventDefault();
    keys[event.key]();
  });
  show(Math.min(1, schedule.rounds));
}

const slicesText = ({first, last}) => last - first === 1 ? String(first) : `${first} to ${last - 1}`;
const legend = (kind, text) => html('span', {class: 'legend'}, svg('svg', {width: 34, height: 12, 'aria-hidden': 'true'},
  svg('path', {class: `arrow ${kind}`, d: 'M1,6 H32', 'marker-end': `url(#head-${kind})`})), document.createTextNode(text));

// Ranks on a circle, nodes drawn round their ranks.
function arrowFigure(schedule, nodes) {
  const p = schedule.ranks, disc = 36;
  const radius = p === 1 ? 0 : Math.max(140, Math.min(280, (p + nodes) * 42)), centre = radius + disc + 26;
  const size = 2 * centre;
  const order = range(p).sort((a, b) => schedule.nodes[a] - schedule.nodes[b] || a - b);
  const gaps = nodes > 1 ? nodes : 0, spread = 2 * Math.PI / (p + gaps * .8);
  const places = [], angles = [];
  let angle = (p === 2 ? Math.PI : -Math.PI / 2) - (gaps > 0 ? spread * (schedule.nodes.filter(node => node === 0).length - 1) / 2 : 0);
  order.forEach((rank, i) => {
    if (gaps > 0 && i > 0 && schedule.nodes[rank] !== schedule.nodes[order[i - 1]]) angle += .8 * spread;
    places[rank] = [centre + radius * Math.cos(angle), centre + radius * Math.sin(angle)];
    angles[rank] = angle;
    angle += spread;
  });
  const hulls = svg('g'), arrows = svg('g'), discs = svg('g'), labels = svg('g');
  if (nodes > 1) for (const node of range(nodes)) {
    const inside = order.filter(rank => schedule.nodes[rank] === node);
    const points = inside.map(rank => places[rank].map(x => x.toFixed(1)).join(','));
    hulls.append(svg('path', {class: 'hull', 'stroke-width': 2 * disc + 30, 'stroke-linecap': 'round',
      d: `M${points.join(' L')} L${points[0]}`}));
    const middle = (angles[inside[0]] + angles[inside[inside.length - 1]]) / 2, out = radius + disc + 30;
    labels.append(svg('text', {class: 'soft', 'text-anchor': 'middle',
      x: centre + out * Math.cos(middle), y: centre + out * Math.sin(middle) + 5, text: `node ${node}`}));
  }
  const rankMarks = places.map(([x, y], rank) => {
    const ring = svg('g');
    const title = svg('title');
    discs.append(svg('g', {transform: `translate(${x.toFixed(1)},${y.toFixed(1)})`}, title,
      svg('circle', {class: 'rank-disc', r: disc}), ring,
      svg('text', {class: 'rank-name', y: 6, text: String(rank)})));
    return {ring, title};
  });
  const drawing = picture(size, size, 'Ranks on a circle, with an arrow for each transfer of the round', hulls, arrows, discs, labels);
  const margin = disc + (nodes > 1 ? 44 : p === 2 ? 26 : 14), xs = places.map(place => place[0]), ys = places.map(place => place[1]);
  const [x0, y0] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
  const [width, height] = [Math.max(...xs) + margin - x0, Math.max(...ys) + margin - y0];
  drawing.setAttribute('viewBox', [x0, y0, width, height].map(x => x.toFixed(1)).join(' '));
  drawing.removeAttribute('height');
  drawing.setAttribute('width', Math.round(width * 1.25));
  drawing.style.cssText = 'max-width:100%;height:auto;max-height:33rem;margin:0 auto';
  const labelLayer = svg('g');
  drawing.append(labelLayer);

  function show(now, stateOf) {
    const labelled = now.length <= 14, taken = [];
    arrows.replaceChildren();
    labelLayer.replaceChildren();
    for (const one of now) {
      const [x1, y1] = places[one.source], [x2, y2] = places[one.target];
      const dx = x2 - x1, dy = y2 - y1, length = Math.hypot(dx, dy);
      const bend = Math.min(60, length * .2);  // to one side, so that the way back has its own
      const mx = (x1 + x2) / 2 - dy / length * bend, my = (y1 + y2) / 2 + dx / length * bend;
      const end = (x, y, gap) => { const d = Math.hypot(mx - x, my - y); return [x + (mx - x) / d * gap, y + (my - y) / d * gap]; };
      const [sx, sy] = end(x1, y1, disc + 1), [tx, ty] = end(x2, y2, disc + 4);
      const kind = one.copy ? 'copy' : 'reduce';
      const title = `${kind}: rank ${one.source} to rank ${one.target}, slices ${slicesText(one)}, ${counted(one.pairs, 'pair')}, ${counted(one.bytes, 'byte')}`;
      arrows.append(svg('path', {class: `arrow arrives ${kind}`, 'marker-end': `url(#head-${kind})`,
        d: `M${sx.toFixed(1)},${sy.toFixed(1)} Q${mx.toFixed(1)},${my.toFixed(1)} ${tx.toFixed(1)},${ty.toFixed(1)}`,
        'data-source': one.source, 'data-target': one.target, 'data-pairs': one.pairs, 'data-bytes': one.bytes}, svg('title', {text: title})));
      if (!labelled) continue;
      const lines = [integer(one.pairs) + (one.pairs === 1 ? ' pair' : ' pairs'), bytesText(one.bytes)];
      const half = Math.max(...lines.map(line => line.length)) * 3.3 + 5;
      const label = place => [0, 1].map(k =>
        (1 - place) ** 2 * [sx, sy][k] + 2 * place * (1 - place) * [mx, my][k] + place ** 2 * [tx, ty][k]);
      // Nearer to the source than to the target, where the labels of two ways back and forth would meet.
      const free = ([x, y]) => taken.every(([u, v, its]) => Math.abs(x - u) > half + its || Math.abs(y - v) > 33);
      const [lx, ly] = [.34, .26, .42, .2, .5, .58, .66, .74].map(label).find(free) ?? label(.34);
      taken.push([lx, ly, half]);
      labelLayer.append(svg('g', {class: 'arrow-label arrives', transform: `translate(${lx.toFixed(1)},${ly.toFixed(1)})`},
        svg('rect', {x: -half, y: -16, width: 2 * half, height: 31, rx: 5}),
        svg('text', {y: -3, text: lines[0]}), svg('text', {y: 11, text: lines[1]})));
    }
    rankMarks.forEach(({ring, title}, rank) => {
      const state = stateOf(rank);
      ring.replaceChildren(...(state?.contributors ? ringOf(state, schedule) : []));
      title.textContent = `rank ${rank}, node ${schedule.nodes[rank]}` + (state ? `: ${holdingText(state, schedule)}` : '');
    });
  }
  return {drawing, show};
}

function ringOf(state, schedule) {
  const slices = state.contributors.length;
  if (slices > 24) return [];
  const segment = d3.arc().innerRadius(24).outerRadius(36).startAngle(slice => slice / slices * 2 * Math.PI).endAngle(slice => (slice + 1) / slices * 2 * Math.PI);
  return state.contributors.map((contributors, slice) => svg('path', {class: 'segment', d: segment(slice),
    fill: state.done[slice] === 1 ? 'var(--done)' : `rgb(var(--fill) / ${.12 + .6 * contributors / schedule.ranks})`}));
}

const holdingText = (state, schedule) => `${counted(state.pairs, 'pair')}, ` +
  (state.finished === schedule.owners.length ? 'all slices finished' : `${state.finished} of ${counted(schedule.owners.length, 'slice')} finished`);

function holders(schedule, stateOf) {
  const list = html('div', {class: 'holders'});
  for (const rank of range(schedule.ranks)) {
    const state = stateOf(rank);
    if (!state) continue;
    const card = html('div', {class: 'holder', 'data-rank': rank, 'data-pairs': state.pairs}, html('h4', {text: `Rank ${rank}`}),
      html('p', {text: holdingText(state, schedule)}));
    if (state.contributors && state.contributors.length <= 24) card.append(html('ul', {class: 'slices', 'aria-label': 'Slices: ranks whose pairs are in it'},
      ...state.contributors.map((contributors, slice) => {
        const done = state.done[slice] === 1;
        return html('li', {class: done ? 'done' : null, title: `slice ${slice}: pairs of ${contributors} of ${schedule.ranks} ranks${done ? ', finished' : ''}`,
          style: `background:rgb(var(--fill) / ${.4 * contributors / schedule.ranks})`, text: `${contributors}/${schedule.ranks}${done ? ' \u2713' : ''}`});
      })));
    if (state.values) card.append(html('ul', {class: 'chips', 'aria-label': 'Coordinates and values'}, ...state.values.map(([, coordinate, value]) =>
      html('li', {style: `background:${hueOf(coordinate)}`, title: `coordinate ${coordinate}: ${value}`}, html('b', {text: coordinate}), html('span', {text: short(value, 9)})))));
    list.append(card);
  }
  return html('div', null, html('p', {class: 'offscreen', text: 'One entry for each rank'}),
    html('p', {style: 'margin:0;color:var(--soft);font-size:.92rem', text: 'A field is a slice of the coordinates: from how many ranks it has the pairs; \u2713 its values are finished.'}), list);
}

// Sources down, targets across; many ranks share a cell.
function matrixFigure(schedule) {
  const block = Math.ceil(schedule.ranks / mostCells), cells = Math.ceil(schedule.ranks / block);
  const cell = Math.floor(Math.max(8, 512 / cells)), side = cell * cells, left = 56, top = 46;
  const marks = svg('g');
  const drawing = picture(left + side + 10, top + side + 10, 'Sources down, targets across; a darker cell carries more bytes',
    svg('text', {class: 'soft', x: left, y: 14, text: 'to rank \u2192'}),
    svg('text', {class: 'soft', x: 0, y: top - 8, text: 'from'}),
    svg('rect', {x: left, y: top, width: side, height: side, fill: 'var(--faint)'}), marks, gridOf(schedule, block, cells, cell, left, top));
  drawing.style.cssText = 'max-width:100%;height:auto';
  function show(now) {
    const bytes = new Map();
    for (const one of now) {
      const key = Math.floor(one.source / block) * cells + Math.floor(one.target / block);
      bytes.set(key, (bytes.get(key) ?? 0) + one.bytes);
    }
    const most = Math.max(1, ...bytes.values());
    marks.replaceChildren(...[...bytes].map(([key, amount]) => svg('rect', {
      x: left + key % cells * cell, y: top + Math.floor(key / cells) * cell, width: cell, height: cell, 'data-bytes': amount,
      fill: `rgb(var(--fill) / ${.25 + .75 * amount / most})`}, svg('title', {text: `${bytesText(amount)} from ${blockText(Math.floor(key / cells), block)} to ${blockText(key % cells, block)}`}))));
  }
  return {drawing, show};
}
const blockText = (place, block) => block === 1 ? `rank ${place}` : `ranks ${place * block} to ${place * block + block - 1}`;

function gridOf(schedule, block, cells, cell, left, top) {
  const g = svg('g'), side = cells * cell, every = cells <= 16 ? 1 : 8;
  for (const i of range(cells)) {
    if (i % every !== 0) continue;
    g.append(svg('text', {class: 'soft small', x: left + (i + .5) * cell, y: top - 6, 'text-anchor': 'middle', text: String(i * block)}),
      svg('text', {class: 'soft small', x: left - 6, y: top + (i + .5) * cell + 4, 'text-anchor': 'end', text: String(i * block)}));
    if (every > 1 && i > 0) g.append(svg('path', {class: 'grid-line', d: `M${left},${top + i * cell} h${side} M${left + i * cell},${top} v${side}`}));
  }
  for (const i of range(cells)) {
    if (i > 0 && schedule.nodes[i * block] !== schedule.nodes[i * block - 1])
      g.append(svg('path', {stroke: 'var(--bad)', 'stroke-width': 1.5, d: `M${left},${top + i * cell} h${side} M${left + i * cell},${top} v${side}`}));
  }
  return g;
}

// Ranks down, slices across, or sums where that is too much.
function holdingsMatrix(schedule, stateOf) {
  const known = range(schedule.ranks).map(stateOf).filter(state => state);
  if (known.length === 0) return html('p', {text: 'Not recorded.'});
  const least = Math.min(...known.map(state => state.pairs)), most = Math.max(...known.map(state => state.pairs));
  const finished = known.filter(state => state.finished === schedule.owners.length).length;
  const text = html('p', {'data-finished': finished, text: `A rank holds ${integer(least)} to ${integer(most)} pairs; ` +
    `${integer(finished)} of ${counted(schedule.ranks, 'rank')} have all slices finished.`});
  if (!known[0].contributors || schedule.ranks > 128) return text;
  const slices = schedule.owners.length, cell = Math.max(4, Math.floor(512 / Math.max(slices, schedule.ranks))), left = 56, top = 46;
  const paths = new Map();
  known.forEach(state => state.contributors.forEach((contributors, slice) => {
    const key = state.done[slice] === 1 ? 'done' : Math.round(8 * contributors / schedule.ranks);
    paths.set(key, (paths.get(key) ?? '') + `M${left + slice * cell},${top + state.rank * cell}h${cell}v${cell}h${-cell}z`);
  }));
  const drawing = picture(left + slices * cell + 10, top + schedule.ranks * cell + 10, 'Ranks down, slices across; darker holds pairs of more ranks',
    svg('text', {class: 'soft', x: left, y: 14, text: 'slice \u2192'}), svg('text', {class: 'soft', x: 0, y: top - 8, text: 'rank'}),
    ...[...paths].map(([key, d]) => svg('path', {d, fill: key === 'done' ? 'var(--done)' : `rgb(var(--fill) / ${.08 + .1 * key})`})));
  drawing.style.cssText = 'max-width:100%;height:auto';
  return html('div', null, text, drawing, html('p', {style: 'margin:.4rem 0 0;color:var(--soft);font-size:.92rem',
    text: 'Blue: the darker, the more ranks\u2019 pairs are in it. Green: finished.'}));
}
