// The checks as lights, and the coordinates where strategies differ.

function lamp(status) {
  const shapes = {
    passed: [svg('circle', {cx: 16, cy: 16, r: 14, fill: 'var(--good)'}), svg('path', {d: 'M9,16.5 l5,5 l9,-10', stroke: 'var(--card)', 'stroke-width': 3.4, fill: 'none'})],
    failed: [svg('path', {d: 'M10.5,2 h11 L30,10.5 v11 L21.5,30 h-11 L2,21.5 v-11 z', fill: 'var(--bad)'}),
      svg('path', {d: 'M10.5,10.5 l11,11 m0,-11 l-11,11', stroke: 'var(--card)', 'stroke-width': 3.4})],
    other: [svg('circle', {cx: 16, cy: 16, r: 13, fill: 'none', stroke: 'var(--none)', 'stroke-width': 2.5, 'stroke-dasharray': '4 3'}),
      svg('path', {d: 'M10,16 h12', stroke: 'var(--none)', 'stroke-width': 3})]};
  return svg('svg', {width: 32, height: 32, viewBox: '0 0 32 32', 'aria-hidden': 'true'}, ...(shapes[status] ?? shapes.other));
}

function drawChecks() {
  const {strategies, right, differences} = data;
  showSection('checks', 'Checks');
  const names = ['agreement', 'coordinates', 'fingerprint'];
  byId('lights').append(...strategyOrder.map(i => strategies[i]).map(strategy => {
    const card = html('article', {class: 'card', 'data-strategy': strategy.name}, html('h3', {text: titleOf(strategy)}));
    if (strategy.error) return fill(card, null, [html('p', {class: 'counts', text: `No result: ${strategy.error}`})]);
    for (const name of names) {
      const verdict = strategy.verdicts.find(one => one.check === name) ?? {status: 'not checked', detail: ''};
      card.append(html('div', {class: 'light', 'data-check': name, 'data-status': verdict.status}, lamp(verdict.status),
        html('b', {text: `${name}: ${verdict.status === 'failed' ? 'FAILED' : verdict.status}`}),
        verdict.detail ? html('span', {text: verdict.detail}) : null));
    }
    const {wrong, missing, extra} = strategy;
    card.append(html('p', {class: 'counts', text: wrong + missing + extra === 0 ? 'Every coordinate has the right value.'
      : `${integer(wrong)} wrong, ${integer(missing)} missing, ${integer(extra)} extra coordinates.`}));
    if (strategy.schedule !== (data.schedule?.name ?? strategy.schedule))
      card.append(html('p', {class: 'counts', text: `Ran on schedule ${strategy.schedule}: the other does not keep the order it depends on.`}));
    return card;
  }));

  if (data.differing === 0) {
    byId('differences').append(html('p', {text: strategies.some(strategy => strategy.error)
      ? 'No strategy that has a result differs from the right one.' : 'On these lists every strategy came to the right result.'}));
    return;
  }
  const others = strategies.map((_, i) => i).filter(i => i !== right && !strategies[i].error);
  const rows = differences.map(({coordinate, values}) => [coordinate, values[right] ?? 'none',
    ...others.map(i => ({text: values[i] ?? 'none', off: !sameNumber(values[i], values[right])}))]);
  byId('differences').append(html('div', {class: 'card'}, table({
    caption: data.differing > rows.length
      ? `The first ${integer(rows.length)} of ${integer(data.differing)} coordinates where a strategy differs from the right value`
      : `${counted(data.differing, 'coordinate')} where a strategy differs from the right value`,
    heads: ['coordinate', 'right', ...others.map(i => strategies[i].name)], rows, sortable: true, first: 12})));
}
