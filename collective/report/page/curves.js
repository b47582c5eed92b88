// A figure of curves over numbered axes, and the page of curves that a program hands over.

const curveColours = ['#2f6fde', '#c2570c', '#178a55', '#a13bb8', '#b88a00', '#0d8a9e', '#cc3d6e', '#6b7280', '#6a5acd'];
const curveDashes = ['', '9 4', '2 4', '12 4 2 4', '5 3', '1 3'];

// An axis is what it counts, a scale of D3, and its ticks {at, text}.
function powersAxis(name, values, textOf) {
  const scale = d3.scaleLog().domain([Math.min(...values), Math.max(...values)]).nice();
  const [low, high] = scale.domain();
  if (low === high) scale.domain([low, 10 * low]);
  const power = at => Math.round(Math.log10(at));
  return {name, scale, ticks: scale.ticks().filter(at => Math.abs(Math.log10(at) - power(at)) < 1e-9).map(at => ({at, text: textOf(power(at))}))};
}
function plainAxis(name, values) {
  const most = Math.max(0, ...values), least = Math.min(0, ...values);
  const scale = d3.scaleLinear().domain([least, most > least ? most : least + 1]).nice(5), textOf = scale.tickFormat(5);
  return {name, scale, ticks: scale.ticks(5).map(at => ({at, text: textOf(at)}))};
}

// Curves {name, points: [{x, y, text}], limit}; names stand beside the curves' ends, pushed apart where they would meet.
function curveFigure(label, xAxis, yAxis, curves) {
  const width = 1000, height = 520, left = 74, right = 215, top = 16, bottom = 52;
  const x = xAxis.scale.range([left, width - right]), y = yAxis.scale.range([height - bottom, top]);
  const drawing = picture(width, height, label);
  for (const {at, text} of xAxis.ticks) drawing.append(svg('path', {class: 'grid-line', d: `M${x(at)},${top} V${height - bottom}`}),
    svg('text', {class: 'soft', x: x(at), y: height - bottom + 20, 'text-anchor': 'middle', text}));
  for (const {at, text} of yAxis.ticks) drawing.append(svg('path', {class: 'grid-line', d: `M${left},${y(at)} H${width - right}`}),
    svg('text', {class: 'soft', x: left - 8, y: y(at) + 5, 'text-anchor': 'end', text}));
  drawing.append(svg('text', {class: 'soft', x: left + (width - left - right) / 2, y: height - 8, 'text-anchor': 'middle', text: xAxis.name}),
    svg('path', {class: 'axis', d: `M${left},${top} V${height - bottom} H${width - right}`}));
  const ends = curves.map((curve, i) => ({...curve, i, last: curve.points[curve.points.length - 1]}));
  ends.sort((a, b) => y(a.last.y) - y(b.last.y));
  let above = -Infinity;
  for (const end of ends) above = end.labelAt = Math.max(y(end.last.y), above + 17);
  const over = Math.max(0, above - (height - bottom));
  for (const {name, points, limit, i, last, labelAt: wanted} of ends) {
    const labelAt = wanted - over, colour = limit ? 'var(--ink)' : curveColours[i % curveColours.length];
    const dashes = limit ? '3 5' : curveDashes[i % curveDashes.length];
    const places = points.map(point => [x(point.x).toFixed(1), y(point.y).toFixed(1)]);
    drawing.append(svg('g', {class: limit ? null : 'curve', 'data-curve': name}, svg('title', {text: name}),
      svg('path', {d: d3.line()(places), fill: 'none', stroke: colour, 'stroke-width': limit ? 4 : 2.2, 'stroke-dasharray': dashes}),
      ...points.map((point, k) => svg('circle', {cx: places[k][0], cy: places[k][1], r: limit ? 3 : 4.5, fill: i % 2 && !limit ? 'var(--card)' : colour, stroke: colour, 'stroke-width': 2, 'data-value': point.y},
        svg('title', {text: `${name}, ${point.text}`}))),
      svg('path', {d: `M${x(last.x) + 7},${y(last.y)} L${width - right + 12},${labelAt}`, stroke: 'var(--line)', fill: 'none'}),
      svg('path', {d: `M${width - right + 14},${labelAt} h16`, stroke: colour, 'stroke-width': 3, 'stroke-dasharray': dashes}),
      svg('text', {x: width - right + 36, y: labelAt + 5, text: name, 'font-weight': limit ? 700 : 400})));
  }
  drawing.style.cssText = 'min-width:640px;width:100%;height:auto';
  return html('figure', {class: 'card'}, html('div', {class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Curves'}, drawing));
}

function drawCurves() {
  const {lead, step, value, rows} = data.curves;
  showSection('curves', 'Curves');
  byId('summary').textContent = lead;
  const curves = rows.map(({name, values}) => ({name, points: values
    .map((y, x) => ({x, y, text: `${step} ${x}: ${value} ${y}`})).filter(point => point.y !== null)})).filter(curve => curve.points.length > 0);
  const numberText = y => y === null ? '-' : String(Number(y.toPrecision(6)));
  const points = curves.flatMap(curve => curve.points), caption = `${value[0].toUpperCase()}${value.slice(1)} by ${step}`;
  byId('curves-title').textContent = caption;
  if (points.length > 0) byId('curve-figures').append(curveFigure(`${caption}; the numbers are in the table below`,
    plainAxis(step, points.map(point => point.x)), plainAxis(value, points.map(point => point.y)), curves));
  byId('curve-figures').append(html('div', {class: 'card', style: 'margin-top:1rem'}, table({caption: `${caption}, in numbers`, heads: [step, ...rows.map(row => row.name)],
    rows: range(Math.max(0, ...rows.map(row => row.values.length))).map(i => [String(i), ...rows.map(row => numberText(row.values[i] ?? null))])})));
}
