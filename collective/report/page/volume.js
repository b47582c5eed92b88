// Bytes by round and by rank: counted as bars, what the cost model predicts as lines across them.

function drawVolume() {
  const {by_round: byRound, by_rank: byRank, counted: isCounted, predicted} = data.schedule;
  showSection('volume', 'Volume');
  const total = sum(byRound.map(round => round.sent.bytes)), pairs = sum(byRound.map(round => round.sent.pairs));
  byId('volume-lead').textContent = `${isCounted ? 'Counted in this run' : 'Predicted'}: ${bytesText(total)} in ` +
    `${counted(sum(byRound.map(round => round.sent.transfers)), 'transfer')}, ${counted(pairs, 'pair')}.` +
    (predicted ? ` The cost model predicted ${bytesText(sum(predicted.by_round))}: it supposes that ranks draw their coordinates alike, from the whole range.` : '');
  byId('volumes').append(
    bars('Bytes by round', 'round', byRound.map((round, i) => ({name: String(i + 1), values: [round.sent], predicted: predicted && [predicted.by_round[i]]})), ['sent']),
    bars('Bytes by rank', 'rank', byRank.map((rank, i) => ({name: String(i), values: [rank.sent, rank.received], predicted: predicted?.by_rank[i]})), ['sent', 'received']));
}

function bars(title, noun, items, kinds) {
  const block = Math.ceil(items.length / 64), drawn = [];
  for (let i = 0; i < items.length; i += block) {
    const group = items.slice(i, i + block);
    drawn.push({name: group[0].name, values: kinds.map((_, k) => sum(group.map(item => item.values[k].bytes))),
      predicted: items[0]?.predicted ? kinds.map((_, k) => sum(group.map(item => item.predicted[k]))) : []});
  }
  const width = 640, height = 250, left = 66, bottom = 34, top = 12, each = (width - left) / Math.max(1, drawn.length);
  const most = Math.max(1, ...drawn.flatMap(item => [...item.values, ...item.predicted]));
  const y = d3.scaleLinear().domain([0, most]).nice(4).range([height - bottom, top]);
  const drawing = picture(width, height, `${title}; the numbers are in the table below`,
    ...y.ticks(4).filter(Number.isInteger).map(at => svg('g', null, svg('path', {class: 'grid-line', d: `M${left},${y(at)} H${width}`}),
      svg('text', {class: 'soft small', x: left - 8, y: y(at) + 4, 'text-anchor': 'end', text: bytesText(at)}))));
  const every = Math.ceil(drawn.length / 16);
  drawn.forEach((item, i) => {
    const bar = Math.min(46, each * .8 / kinds.length), from = left + each * (i + .5) - bar * kinds.length / 2;
    item.values.forEach((value, k) => drawing.append(svg('rect', {class: `bar-${kinds[k]}`, x: (from + k * bar).toFixed(1), y: y(value).toFixed(1),
      width: Math.max(1, bar - 1).toFixed(1), height: Math.max(0, height - bottom - y(value)).toFixed(1), 'data-bytes': value},
      svg('title', {text: `${noun} ${item.name}: ${bytesText(value)} ${kinds[k]}`}))));
    item.predicted.forEach((value, k) => drawing.append(svg('path', {class: 'predicted', 'data-predicted': value,
      d: `M${(from + k * bar - 3).toFixed(1)},${y(value).toFixed(1)} h${(Math.max(1, bar - 1) + 6).toFixed(1)}`},
      svg('title', {text: `${noun} ${item.name}: ${bytesText(value)} ${kinds[k]}, as predicted`}))));
    if (i % every === 0) drawing.append(svg('text', {class: 'soft small', x: left + each * (i + .5), y: height - bottom + 16, 'text-anchor': 'middle', text: item.name}));
  });
  drawing.append(svg('path', {class: 'axis', d: `M${left},${height - bottom} H${width}`}),
    svg('text', {class: 'soft small', x: left + (width - left) / 2, y: height - 3, 'text-anchor': 'middle', text: noun}));
  drawing.style.cssText = 'width:100%;height:auto';
  return html('figure', {class: 'card'}, html('h3', {text: title}), drawing,
    html('figcaption', null, ...(kinds.length > 1 ? kinds.map((kind, k) => html('span', {class: 'legend'},
      svg('svg', {width: 14, height: 14, 'aria-hidden': 'true'}, svg('rect', {width: 14, height: 14, class: `bar-${kind}`})), document.createTextNode(`${kind} (${k === 0 ? 'left' : 'right'} bar)`))) : []),
      items[0]?.predicted ? html('span', {class: 'legend'}, svg('svg', {width: 18, height: 14, 'aria-hidden': 'true'},
        svg('path', {d: 'M0,7 h18', class: 'predicted'})), document.createTextNode('predicted')) : null,
      block > 1 ? html('span', {text: `A bar sums ${block} ${noun}s.`}) : null),
    html('details', null, html('summary', {text: 'As a table'}), table({caption: title, first: 20,
      heads: [noun, ...kinds.flatMap(kind => [`pairs ${kind}`, `bytes ${kind}`, ...(items[0]?.predicted ? [`predicted ${kind}`] : [])])],
      rows: items.map(item => [item.name, ...item.values.flatMap((value, k) =>
        [integer(value.pairs), integer(value.bytes), ...(item.predicted ? [integer(item.predicted[k])] : [])])])})));
}
