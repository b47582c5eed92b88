// Time against pairs of a rank, both logarithmic.

function drawBench() {
  const {header, rows} = data.bench;
  showSection('bench', 'Curves');
  byId('summary').textContent = `${header.machine}; ${counted(header.ranks, 'rank')} on ${counted(header.nodes, 'node')}; ${header.mpi}; ${header.date}`;
  byId('bench-lead').textContent = `Median time of a call on the slowest rank, over ${header.iterations} iterations; coordinates ${header.distribution} ` +
    `below ${integer(header.range)}, values ${header.value_type}. No method can be much faster than the memory limit, which copies the input and a result once.`;
  const timed = rows.filter(row => row.skipped === undefined && row.pairs > 0 && row.t_median > 0);
  const curves = [...new Set(timed.map(row => row.method))].map(method => {
    const its = timed.filter(row => row.method === method).sort((a, b) => a.pairs - b.pairs), limit = its[0].kind === 'limit';
    return {name: limit ? 'memory limit' : method, limit, points: its.map(row => ({x: row.pairs, y: row.t_median,
      text: `${integer(row.pairs)} pairs: ${(1e3 * row.t_median).toPrecision(3)} ms`}))};
  });
  const timeText = power => power >= 0 ? `${10 ** power} s` : power >= -3 ? `${10 ** (power + 3)} ms` : `${10 ** (power + 6)} \u00B5s`;
  if (curves.length > 0) byId('bench-figures').append(curveFigure('Median time against pairs of a rank, both axes logarithmic; the numbers are in the table below',
    powersAxis('pairs of each rank', timed.map(row => row.pairs), power => integer(10 ** power)), powersAxis('', timed.map(row => row.t_median), timeText), curves));
  byId('bench-figures').append(html('div', {class: 'card', style: 'margin-top:1rem'}, table({
    caption: 'All measurements', heads: ['pairs a rank', 'method', 'min ms', 'median ms', 'max ms', 'bytes a rank', 'wrong'], sortable: true, first: 60, look: 'second-left',
    rows: rows.map(row => row.skipped === undefined
      ? [{text: integer(row.pairs), order: row.pairs}, row.method + (row.chosen && row.chosen !== row.method ? ` (${row.chosen})` : ''),
        ...['t_min', 't_median', 't_max'].map(name => ({text: (1e3 * row[name]).toPrecision(4), order: row[name]})),
        {text: row.kind === 'limit' ? '-' : integer(Math.round(row.wire_bytes)), order: row.wire_bytes}, {text: row.kind === 'limit' ? '-' : integer(row.wrong), order: row.wrong, off: row.wrong > 0}]
      : [{text: integer(row.pairs), order: row.pairs}, row.method, `skipped: ${row.skipped}`, '', '', '', ''])})));
}

if (data.lists) drawLists();
if (data.schedule) drawSchedule();
if (data.strategies) drawChecks();
if (data.schedule) drawVolume();
if (data.bench) drawBench();
if (data.curves) drawCurves();
