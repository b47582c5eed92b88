// Time against pairs of a rank, both logarithmic.

function drawBench() {
  const {header, rows} = data.bench;
  showSection('bench', 'Curves');
  byId('summary').textContent = `${header.machine}; ${counted(header.ranks, 'rank')} on ${counted(header.nodes, 'node')}; ${header.mpi}; ${header.date}`;
  byId('bench-lead').textContent = `Median time of a call on the slowest rank, over ${header.iterations} iterations; coordinates ${header.distribution} ` +
    `below ${integer(header.range)}, values ${header.value_type}. No method can be much faster than the memory limit, which copies the input and a result once.`;
  const timed = rows.filter(row => row.skipped === undefined && row.pairs > 0 && row.t_median > 0);
  const methods = [...new Set(timed.map(row => row.method))].map(name => ({name, rows: timed.filter(row => row.method === name)}));
  if (methods.length > 0) byId('curves').append(curveFigure(methods));
  byId('curves').append(html('div', {class: 'card', style: 'margin-top:1rem'}, table({
    caption: 'All measurements', heads: ['pairs a rank', 'method', 'min ms', 'median ms', 'max ms', 'bytes a rank', 'wrong'], sortable: true, first: 60, look: 'second-left',
    rows: rows.map(row => row.skipped === undefined
      ? [{text: integer(row.pairs), order: row.pairs}, row.method + (row.chosen && row.chosen !== row.method ? ` (${row.chosen})` : ''),
        ...['t_min', 't_median', 't_max'].map(name => ({text: (1e3 * row[name]).toPrecision(4), order: row[name]})),
        {text: row.kind === 'limit' ? '-' : integer(Math.round(row.wire_bytes)), order: row.wire_bytes}, {text: row.kind === 'limit' ? '-' : integer(row.wrong), order: row.wrong, off: row.wrong > 0}]
      : [{text: integer(row.pairs), order: row.pairs}, row.method, `skipped: ${row.skipped}`, '', '', '', ''])})));
}

const curveColours = ['#2f6fde', '#c2570c', '#178a55', '#a13bb8', '#b88a00', '#0d8a9e', '#cc3d6e', '#6b7280', '#6a5acd'];
const curveDashes = ['', '9 4', '2 4', '12 4 2 4', '5 3', '1 3'];

function curveFigure(methods) {
  const all = methods.flatMap(method => method.rows);
  const bounds = values => { const low = Math.log10(Math.min(...values)), high = Math.log10(Math.max(...values)); return [Math.floor(low + 1e-9), Math.max(Math.floor(low + 1e-9) + 1, Math.ceil(high - 1e-9))]; };
  const [x0, x1] = bounds(all.map(row => row.pairs)), [y0, y1] = bounds(all.map(row => row.t_median));
  const width = 1000, height = 520, left = 74, right = 215, top = 16, bottom = 52;
  const x = value => left + (Math.log10(value) - x0) / (x1 - x0) * (width - left - right);
  const y = value => height - bottom - (Math.log10(value) - y0) / (y1 - y0) * (height - top - bottom);
  const timeText = power => power >= 0 ? `${10 ** power} s` : power >= -3 ? `${10 ** (power + 3)} ms` : `${10 ** (power + 6)} \u00B5s`;
  const drawing = picture(width, height, 'Median time against pairs of a rank, both axes logarithmic; the numbers are in the table below');
  for (let power = x0; power <= x1; ++power) drawing.append(svg('path', {class: 'grid-line', d: `M${x(10 ** power)},${top} V${height - bottom}`}),
    svg('text', {class: 'soft', x: x(10 ** power), y: height - bottom + 20, 'text-anchor': 'middle', text: integer(10 ** power)}));
  for (let power = y0; power <= y1; ++power) drawing.append(svg('path', {class: 'grid-line', d: `M${left},${y(10 ** power)} H${width - right}`}),
    svg('text', {class: 'soft', x: left - 8, y: y(10 ** power) + 5, 'text-anchor': 'end', text: timeText(power)}));
  drawing.append(svg('text', {class: 'soft', x: left + (width - left - right) / 2, y: height - 8, 'text-anchor': 'middle', text: 'pairs of each rank'}),
    svg('path', {class: 'axis', d: `M${left},${top} V${height - bottom} H${width - right}`}));
  // Names beside the curves' ends, pushed apart where they would meet.
  const ends = methods.map((method, i) => ({method, i, last: method.rows.reduce((a, b) => a.pairs > b.pairs ? a : b)}));
  ends.sort((a, b) => y(a.last.t_median) - y(b.last.t_median));
  let above = -Infinity;
  for (const end of ends) above = end.y = Math.max(y(end.last.t_median), above + 17);
  const over = Math.max(0, above - (height - bottom));
  for (const end of ends) end.y -= over;
  for (const {method, i, last, y: labelAt} of ends) {
    const limit = method.rows[0].kind === 'limit';
    const colour = limit ? 'var(--ink)' : curveColours[i % curveColours.length];
    const rows = [...method.rows].sort((a, b) => a.pairs - b.pairs);
    const points = rows.map(row => `${x(row.pairs).toFixed(1)},${y(row.t_median).toFixed(1)}`);
    drawing.append(svg('g', {class: limit ? null : 'curve', 'data-method': method.name}, svg('title', {text: method.name}),
      svg('path', {d: `M${points.join(' L')}`, fill: 'none', stroke: colour, 'stroke-width': limit ? 4 : 2.2, 'stroke-dasharray': limit ? '3 5' : curveDashes[i % curveDashes.length]}),
      ...rows.map((row, k) => svg('circle', {cx: points[k].split(',')[0], cy: points[k].split(',')[1], r: limit ? 3 : 4.5, fill: i % 2 && !limit ? 'var(--card)' : colour, stroke: colour, 'stroke-width': 2, 'data-seconds': row.t_median},
        svg('title', {text: `${method.name}, ${integer(row.pairs)} pairs: ${(1e3 * row.t_median).toPrecision(3)} ms`}))),
      svg('path', {d: `M${x(last.pairs) + 7},${y(last.t_median)} L${width - right + 12},${labelAt}`, stroke: 'var(--line)', fill: 'none'}),
      svg('path', {d: `M${width - right + 14},${labelAt} h16`, stroke: colour, 'stroke-width': 3, 'stroke-dasharray': limit ? '3 5' : curveDashes[i % curveDashes.length]}),
      svg('text', {x: width - right + 36, y: labelAt + 5, text: limit ? 'memory limit' : method.name, 'font-weight': limit ? 700 : 400})));
  }
  drawing.style.cssText = 'min-width:640px;width:100%;height:auto';
  return html('figure', {class: 'card'}, html('div', {class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Curves'}, drawing));
}

if (data.lists) drawLists();
if (data.schedule) drawSchedule();
if (data.strategies) drawChecks();
if (data.schedule) drawVolume();
if (data.bench) drawBench();
