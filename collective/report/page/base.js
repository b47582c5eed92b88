'use strict';
// What all views share: the data, elements, numbers as text, colours, the theme.

const data = JSON.parse(document.getElementById('data').textContent);
const byId = id => document.getElementById(id);

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name === 'text') node.textContent = value;
    else if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) node.setAttribute(name, value);
  }
  node.append(...children.filter(child => child !== null && child !== undefined));
  return node;
}
const html = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);
const svg = (tag, attributes, ...children) =>
  fill(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children);
const picture = (width, height, label, ...children) => svg('svg', {
  width, height, viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label}, ...children);
const range = n => Array.from({length: n}, (_, i) => i);
const sum = numbers => numbers.reduce((a, b) => a + b, 0);

const integer = n => n.toLocaleString('en-US');
const counted = (n, noun) => `${integer(n)} ${noun}${n === 1 ? '' : 's'}`;
function bytesText(n) {
  const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB', 'EB'];
  let unit = 0;
  for (; n >= 999.5 && unit + 1 < units.length; ++unit) n /= 1000;
  return `${unit === 0 ? n : n.toPrecision(3)} ${units[unit]}`;
}
// A number's text, shortened to fit a box; the whole stands in the box's title.
function short(text, most = 8) {
  if (text.length <= most) return text;
  const number = Number(text);
  if (!Number.isFinite(number)) return text.slice(0, most - 1) + '\u2026';
  const rounded = Number(number.toPrecision(4));
  return String(rounded).length <= most ? String(rounded) : number.toExponential(1).replace('e+', 'e');
}
const sameNumber = (a, b) => a === b || (a !== null && b !== null && Number(a) === Number(b));

// A coordinate's colour and texture: neighbours differ in both.
const hues = ['#8ecae6', '#ffd166', '#f4978e', '#a7e3a1', '#cdb4f6', '#ffb570', '#7fd8c8', '#f5b3dd', '#ced67c', '#bcc7d8'];
const textures = ['', 'M-1,7 l8,-8 M-1,13 l14,-14', 'M3,3 h.1 M7,7 h.1', 'M0,3 h10 M0,8 h10', 'M3,0 v10 M8,0 v10'];
const coordinateOrder = new Map();
if (data.lists) {
  const met = new Set(data.lists.coordinates.map(row => row.key));
  for (const worker of data.lists.shown) for (const [coordinate] of worker.pairs) met.add(coordinate);
  [...met].sort((a, b) => Number(a) - Number(b)).forEach((key, i) => coordinateOrder.set(key, i));
}
const hueOf = coordinate => coordinateOrder.has(coordinate) ? hues[coordinateOrder.get(coordinate) % hues.length] : '#dfe4ec';
const textureOf = coordinate => {
  const order = coordinateOrder.get(coordinate) ?? 0;
  return (order + Math.floor(order / hues.length)) % textures.length;
};
document.body.append(svg('svg', {width: 0, height: 0, 'aria-hidden': 'true', style: 'position:absolute'},
  svg('defs', null, ...textures.map((path, i) => svg('pattern', {
    id: `texture-${i}`, width: 10, height: 10, patternUnits: 'userSpaceOnUse'},
    svg('path', {d: path, stroke: 'rgb(0 0 0 / 38%)', 'stroke-width': i === 2 ? 3 : 1.5, 'stroke-linecap': 'round', fill: 'none'}))),
    ...['reduce', 'copy'].map(kind => svg('marker', {
      id: `head-${kind}`, viewBox: '0 0 10 10', refX: 9, refY: 5, markerWidth: 12, markerHeight: 12,
      markerUnits: 'userSpaceOnUse', orient: 'auto'}, svg('path', {d: 'M0,1 L10,5 L0,9 z', class: `head ${kind}`}))))));

const nameText = name => typeof name === 'string' ? name : String(name);

// A table whose columns sort at a press on their heads. Rows are arrays of {text, order, off} or texts.
function table({caption, heads, rows, sortable = false, first = 50, look = null}) {
  let shown = first, sorted = -1, up = true;
  const body = html('tbody');
  const more = html('button', {type: 'button', onclick: () => { shown += 200; draw(); }});
  const cellOf = (cell, place) => {
    const {text, off} = typeof cell === 'object' ? cell : {text: cell};
    return place === 0 ? html('th', {scope: 'row', text})
      : html('td', {class: off ? 'off' : null, text: off ? `\u2717 ${text}` : text});
  };
  const orderOf = cell => typeof cell === 'object' ? cell.order ?? cell.text : cell;
  const compare = (a, b) => {
    const x = orderOf(a), y = orderOf(b), numeric = Number(x) - Number(y);
    return Number.isNaN(numeric) ? String(x).localeCompare(String(y)) : numeric;
  };
  function draw() {
    const order = [...rows];
    if (sorted >= 0) order.sort((a, b) => (up ? 1 : -1) * compare(a[sorted], b[sorted]));
    body.replaceChildren(...order.slice(0, shown).map(row => html('tr', null, ...row.map(cellOf))));
    more.hidden = shown >= rows.length;
    more.textContent = `Show more of ${integer(rows.length)} rows`;
    headers.forEach((header, i) => {
      header.setAttribute('aria-sort', i !== sorted ? 'none' : up ? 'ascending' : 'descending');
      if (sortable) header.firstChild.textContent = heads[i] + (i !== sorted ? ' \u2195' : up ? ' \u2191' : ' \u2193');
    });
  }
  const headers = heads.map((head, i) => html('th', {scope: 'col'}, sortable
    ? html('button', {type: 'button', onclick: () => { up = sorted === i ? !up : true; sorted = i; draw(); }})
    : document.createTextNode(head)));
  draw();
  const scroller = html('div', {class: 'scroll', tabindex: 0, role: 'region', 'aria-label': caption},
    html('table', {class: look}, html('caption', {text: caption}),
      html('thead', null, html('tr', null, ...headers)), body));
  return html('div', null, scroller, more);
}

function showSection(id, title) {
  byId(id).hidden = false;
  byId('nav').append(html('a', {href: `#${id}`, text: title}));
}

{
  const button = byId('theme');
  const wantsDark = window.matchMedia('(prefers-color-scheme: dark)');
  let chosen = null;
  const show = () => {
    const dark = chosen ?? wantsDark.matches;
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
    button.textContent = dark ? 'Light' : 'Dark';
    button.setAttribute('aria-label', dark ? 'Light colours' : 'Dark colours');
  };
  wantsDark.addEventListener('change', show);
  button.addEventListener('click', () => {
    chosen = document.documentElement.dataset.theme !== 'dark';
    show();
  });
  let before;
  window.addEventListener('beforeprint', () => { before = document.documentElement.dataset.theme; document.documentElement.dataset.theme = 'light'; });
  window.addEventListener('afterprint', () => { document.documentElement.dataset.theme = before; });
  show();
}

{
  const titles = {run: 'A merge, looked into', compare: 'One merge right, others wrong', bench: 'A benchmark',
    explain: data.schedule ? `Schedule ${data.schedule.name}` : '',
    curves: data.curves ? data.curves.title : ''};
  byId('title').textContent = titles[data.command];
  byId('brand').textContent = `allreduce by key: ${data.command}`;
  if (data.job) {
    const job = data.job, right = data.strategies[data.right];
    const name = job.source.split('/').pop();
    byId('summary').textContent = `${name}: ${counted(job.pairs, 'pair')} of ${counted(job.workers, 'worker')} on ` +
      `${counted(job.ranks, 'rank')}` + (right.error ? '' : `, ${counted(right.size / job.width, 'coordinate')}`) +
      `, values ${job.carrier}; schedule ${data.schedule ? data.schedule.name : 'none'}, transport ${job.transport}`;
    const notices = [];
    if (job.fault) notices.push(`--inject: ${job.fault}.`);
    if (right.error || right.verdicts.some(verdict => verdict.status === 'failed'))
      notices.push('The right strategy has no result that passed its checks: the values called right here are not to be trusted.');
    byId('notice').hidden = notices.length === 0;
    byId('notice').textContent = notices.join(' ');
  } else if (data.load) {
    const load = data.load;
    byId('summary').textContent = `Predicted for ${counted(load.pairs_a_rank, 'pair')} on each rank, ` +
      `${counted(load.entry_bytes, 'byte')} each, ${load.overlap === 'same' ? 'the same coordinates on all ranks' : 'no coordinate on two ranks'}` +
      (load.exact ? '' : '; slices are not all of one size, so numbers are rounded');
  }
}
