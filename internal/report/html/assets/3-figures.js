// The figures over an axis: over time, curves, scaling. Each function fills one figure element, and returns its charts and the
// entries of its key.

const heights = { get time() { return printing ? 165 : 190; }, get curve() { return printing ? 200 : 260; } };

// widthOf is the width of a figure's plot. In print and in files it is fixed.
function widthOf(figure) {
  if (saving) return 720;
  if (printing) return figure.closest('.pairs') ? 322 : 660;
  return figure.clientWidth;
}

// sectionOf is the section over time of a figure, also of the copy of a figure that is saved.
const sectionOf = (figure) => figure.section || figure.closest('[data-section]').section;

// setUpPlot gives the element of a chart its role, its name and a place in the order of the Tab key.
function setUpPlot(element, name, interactive) {
  element.replaceChildren();
  element.setAttribute('aria-label', name);
  element.setAttribute('role', interactive ? 'application' : 'img');
  if (interactive) {
    element.tabIndex = 0;
    element.setAttribute('aria-roledescription', 'chart');
    element.setAttribute('aria-keyshortcuts', 'ArrowLeft ArrowRight + - Escape');
  }
}

// plot draws the chart of a figure, with its key below. valueOf(u, entry) is the text of an entry at the crosshair, and placeOf(x)
// that of the place. It returns what each function that draws returns.
function plot(figure, entries, { title, placeOf, valueOf, ...options }) {
  const [main, below] = [figure.querySelector('.main'), figure.querySelector('.key')];
  const values = key(below, entries);
  const place = (u) => placeOf(u.data[0][u.cursor.idx]);
  setUpPlot(main, title + '. ' + figure.dataset.summary + '.', true);
  const made = chart(main, {
    width: widthOf(figure),
    readout: (u) => {
      const shown = u.cursor.idx != null;
      entries.forEach((e, i) => { values[i].textContent = shown && e.series.length ? valueOf(u, e) : ''; });
      below.dataset.at = shown ? place(u) : '';
    },
    describe: (u) => place(u) + ': ' + entries.filter((e) => e.series.length).map((e) => e.name + ' ' + valueOf(u, e)).join(', '),
    ...options,
  });
  return { charts: [made], entries };
}

// styleOf is how the line number i is drawn: its colour, dash and mark, in a plot and in its key.
const styleOf = (i) => ({ color: lineColor(i), dash: dashes[i % 8], mark: i });
const lineOf = (style, width = 1.75) => ({ ...style, stroke: style.color, width, dash: (style.dash || []).map((d) => d * devicePixelRatio), points: { show: false } });

// withN is a name with the number of runs, which may differ from place to place.
function withN(name, counts) {
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  return name + (most > 0 ? (name && ', ') + 'n = ' + (least === most ? most : least + '–' + most) : '');
}

// valueAt is the text of a value at the crosshair.
const valueAt = (u, s) => short(u.data[s][u.cursor.idxs[s] ?? -1]);
const valueWithRange = (u, e) => valueAt(u, e.series[0]) + (e.range ? ' (' + e.range.map((s) => valueAt(u, s)).join('–') + ')' : '');

const edge = { stroke: 'transparent', width: 0, points: { show: false } }; // of an area

// drawTime draws the chosen lines of a section, with bands for many lines.
function drawTime(figure, d) {
  const section = sectionOf(figure);
  const byLine = new Map(d.lines.map((l) => [l.l, l]));
  const chosen = section.chosen.filter((i) => byLine.has(i));
  const series = [{}];
  const tables = [];
  const bands = [];
  const entries = [];
  const several = page.groups.length > 1;
  for (const b of d.bands || []) {
    const style = several ? styleOf(page.styles[b.g]) : { color: themeColor('ideal'), dash: [], mark: 0 };
    const at = series.length;
    tables.push([b.t, b.min, b.low, b.mid, b.high, b.max]);
    series.push({ ...edge }, { ...edge }, lineOf(style, 1.5), { ...edge }, { ...edge });
    bands.push({ series: [at + 4, at], fill: faded(style.color, several ? 0.13 : 0.16) });
    if (!several) bands.push({ series: [at + 3, at + 1], fill: faded(style.color, 0.22) });
    const title = 'median, and in brackets the lowest and the highest value';
    entries.push({ name: several ? page.groups[b.g] : 'median', title, ...style, area: 0.25, width: 1.5, series: [at + 2], range: [at, at + 4] });
  }
  for (const i of chosen) {
    const l = byLine.get(i);
    const line = section.lines[i];
    entries.push({ name: line.n, title: line.w, ...section.style(i), series: [series.length] });
    series.push(lineOf(section.style(i), 1.5));
    tables.push([l.x, l.y]);
  }
  const joined = tables.length ? uPlot.join(tables, tables.map((t) => t.map((_, i) => (i ? 1 : 0)))) : [[0]];
  const first = Math.min(0, joined[0][0]);
  const last = joined[0][joined[0].length - 1];
  return plot(figure, entries, {
    title: figure.dataset.name + ' over time',
    placeOf: (x) => short(x) + ' s',
    valueOf: valueWithRange,
    height: heights.time, data: joined, series, bands, group: 'time',
    full: () => ({ min: first, max: last }),
    scales: { x: { time: false, range: (u, min, max) => (min === max ? [min - 1, max + 1] : [min, max]) }, y: { range: yRange(figure) } },
    axes: [axis({ side: 2, label: 'time since the first sample (s)', values: (u, v) => v.map(tick) }), yAxis(figure.dataset.name.length > 18 && figure.dataset.unit || figure.dataset.name, (u, v) => v.map(tick))],
  });
}

// yRange begins at zero for shares, and where that costs little, and leaves some room above.
const yRange = (figure) => (u, min, max) => {
  if (min == null) return [0, 1];
  if (min === max) return min === 0 ? [0, 1] : [Math.min(0, min * 1.1), Math.max(0, max * 1.1)];
  const room = (max - min) * 0.06;
  if (min >= 0 && (min < 0.5 * max || figure.dataset.unit === '%')) return [0, max + room];
  return [min - room, max + room];
};

// drawCurve draws a quantity over another. A line of several curves is their median, in an area that holds them.
function drawCurve(figure, d) {
  const [entries, series, bands, tables] = [[], [{}], [], []];
  for (const l of d.lines) {
    const style = styleOf(l.s);
    const at = series.length;
    series.push(lineOf(style));
    if (l.lo) {
      series.push({ ...edge }, { ...edge });
      bands.push({ series: [at + 2, at + 1], fill: faded(style.color, 0.13) });
    }
    tables.push([l.x, l.y, ...(l.lo ? [l.lo, l.hi] : [])]);
    entries.push({ name: l.c > 1 ? withN(l.n, [l.c]) : l.n || d.label, ...style, ...(l.lo && { area: 0.25, range: [at + 1, at + 2] }), series: [at] });
  }
  const joined = uPlot.join(tables, tables.map((t) => t.map((_, i) => (i ? 1 : 0))));
  const isBytes = d.xunit === 'B';
  const xs = d.xs || joined[0];
  const ys = (min, max) => d.ys || [min, max];
  const xTicks = isBytes ? bytes : tick;
  return plot(figure, entries, {
    title: figure.dataset.name, valueOf: valueWithRange,
    placeOf: (x) => (isBytes ? bytes(x) + 'B' : short(x) + ' ' + d.xunit),
    height: heights.curve, data: joined, series, bands, group: 'x ' + d.xlabel,
    full: () => ({ min: xs[0], max: xs[xs.length - 1] }),
    scales: {
      x: d.logx ? { time: false, distr: 3, range: (u, min, max) => (min === max ? [min / 2, max * 2] : [min, max]) } : { time: false, range: (u, min, max) => (min === max ? [min - 1, max + 1] : [min, max]) },
      y: d.logy ? { distr: 3, range: (u, min, max) => (min > 0 ? logRange(...ys(min, max)) : [1, 10]) } : { range: (u, min, max) => yRange(figure)(u, ...ys(min, max)) },
    },
    axes: [
      axis({ side: 2, label: d.xlabel + (d.xunit ? ' (' + d.xunit + ')' : ''), values: (u, v) => v.map(xTicks), ...(d.logx && logAxis(isBytes ? 2 : 10)) }),
      { ...yAxis(d.label, (u, v) => v.map(tick)), ...(d.logy && logAxis(10)) },
    ],
  });
}

// drawExpected draws a bar from the least to the greatest value that a study allows at a place. It goes to the edge of the plot
// on a side without a limit.
function drawExpected(u, lines) {
  const { ctx, bbox } = u;
  const width = 12 * devicePixelRatio;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  ctx.lineWidth = 1.5 * devicePixelRatio;
  ctx.setLineDash([]);
  for (const l of lines) {
    ctx.fillStyle = faded(lineColor(l.s), 0.25);
    ctx.strokeStyle = lineColor(l.s);
    for (const [x, least, greatest] of l.expected || []) {
      const left = u.valToPos(x, 'x', true) - width / 2;
      const yOf = (limit) => (limit == null || (limit <= 0 && u.scales.y.distr === 3) ? null : u.valToPos(limit, 'y', true));
      const [top, low] = [yOf(greatest), yOf(least)];
      ctx.beginPath();
      ctx.rect(left, top ?? bbox.top, width, (low ?? bbox.top + bbox.height) - (top ?? bbox.top));
      ctx.fill();
      ctx.beginPath();
      for (const y of [top, low].filter((end) => end != null)) {
        ctx.moveTo(left, y);
        ctx.lineTo(left + width, y);
      }
      ctx.stroke();
    }
  }
  ctx.restore();
}

// drawMeans draws a line of a scaling: through the means, with a mark and the interval of each, and a point for each run. It is faint over
// places that the line lacks. An interval that begins below the axis ends in an arrow at the edge.
function drawMeans(u, l, places) {
  const { ctx, bbox } = u;
  const ratio = devicePixelRatio;
  const yOf = (value) => (value > 0 || u.scales.y.distr !== 3 ? u.valToPos(value, 'y', true) : bbox.top + bbox.height);
  const at = l.x.map((x) => u.valToPos(x, 'x', true));
  const style = styleOf(l.s);
  const stroke = (draw, width, dash = []) => {
    ctx.beginPath();
    draw();
    ctx.strokeStyle = style.color;
    ctx.lineWidth = width * ratio;
    ctx.setLineDash(dash.map((v) => v * ratio));
    ctx.stroke();
  };
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left - 9 * ratio, bbox.top, bbox.width + 18 * ratio, bbox.height + 1);
  ctx.clip();
  const isGap = (i) => places.some((p) => p > l.x[i - 1] && p < l.x[i]);
  const path = (isLine) => at.forEach((x, i) => ctx[i && isLine(i) ? 'lineTo' : 'moveTo'](x, yOf(l.y[i])));
  stroke(() => path((i) => !isGap(i)), 1.75, style.dash);
  stroke(() => path(isGap), 1, [3, 6]);
  stroke(() => at.forEach((x, i) => {
    if (!(l.hi[i] > l.lo[i])) return;
    const edge = bbox.top + bbox.height;
    const [top, low] = [l.hi[i], l.lo[i]].map((v) => Math.min(yOf(v), edge));
    ctx.moveTo(x, top);
    ctx.lineTo(x, low);
    if (low === edge) cutEnd(ctx, x, low, 5 * ratio, true);
    for (const y of low < edge ? [top, low] : [top]) {
      ctx.moveTo(x - 4 * ratio, y);
      ctx.lineTo(x + 4 * ratio, y);
    }
  }), 1.25);
  ctx.beginPath();
  at.forEach((x, i) => l.points?.[i]?.forEach((value) => outline(ctx, 0, x, yOf(value), 1.75 * ratio)));
  paint(ctx, faded(style.color, 0.7), ratio);
  for (const opacity of [0, 0.75]) { // open, and filled with an interval
    ctx.beginPath();
    at.forEach((x, i) => { if ((l.lo[i] !== null) === (opacity > 0)) outline(ctx, l.s, x, yOf(l.y[i]), 4 * ratio); });
    paint(ctx, style.color, 1.5 * ratio, opacity);
  }
  ctx.restore();
}

// idealLines returns the ideal of each line, in its colour, or one in grey where all lines have the same.
function idealLines(lines) {
  const all = lines.filter((l) => l.ideal.some((v) => v != null)).map((l) => ({ ...l, color: lineColor(l.s) }));
  const at = new Map();
  for (const l of all) l.x.forEach((x, i) => at.set(x, [...(at.get(x) || []), l.ideal[i]].filter((v) => v != null)));
  if (!all.length || [...at.values()].some((v) => Math.max(...v) > Math.min(...v) * 1.0001)) return all;
  const x = [...at.keys()].sort((a, b) => a - b);
  return [{ x, ideal: x.map((place) => at.get(place)[0] ?? null), color: themeColor('ideal') }];
}

// drawScaling draws a figure of merit over the axis, or its speed-up or efficiency: the lines, the ideal of each, and what a study expects.
function drawScaling(figure, d) {
  const lines = d.lines.slice(d.from, d.to);
  const entries = lines.map((l, i) => ({ name: withN(l.n, l.c), ...styleOf(l.s), fill: l.hi.some((v, at) => v > l.lo[at]) ? 0.75 : 0, series: [i + 1] }));
  const flat = (of) => d.lines.flatMap(of).filter((v) => v != null);
  const ideal = flat((l) => l.ideal);
  const ideals = idealLines(lines);
  if (ideal.length) entries.push({ name: 'ideal' + (ideals.length > 1 ? ' (in the colour of each line)' : ''), color: themeColor('ideal'), dash: dotted, width: 1.5, series: ideals.length === 1 ? [lines.length + 1] : [] });
  const expected = flat((l) => l.expected);
  if (expected.length) entries.push({ name: 'expected', color: faded(lines.length === 1 ? lineColor(lines[0].s) : themeColor('ideal'), 0.25), width: 10, series: [] });
  const places = [...new Set(flat((l) => l.x))].sort((a, b) => a - b);
  const values = [...flat((l) => [...l.y, ...(l.points || []).flat(), ...l.hi]), ...ideal, ...flat((l) => (l.expected || []).flatMap((e) => e.slice(1)))];
  const least = Math.min(...values.filter((v) => v > 0));
  const linear = d.ratio && places[places.length - 1] / places[0] < 10; // a ratio over less than a decade
  const log = !linear && figure.dataset.unit !== '%' && (ideal.length || Math.max(...values) / least > 100);
  const below = flat((l) => l.lo).filter((v) => !log || v > least / 10);
  const lowest = Math.min(...values);
  // What is never negative has no axis below zero.
  const [low, high] = [linear ? 0 : Math.max(Math.min(log ? least : lowest, ...below), lowest < 0 ? -Infinity : 0), Math.max(...values)];
  const tables = [...lines.map((l) => [l.x, l.y]), ...ideals.map((l) => [l.x, l.ideal])];
  const hidden = { paths: () => null, points: { show: false } };
  return plot(figure, entries, {
    title: figure.dataset.name + ' over ' + d.xlabel,
    placeOf: (x) => d.xlabel + ' ' + short(x),
    valueOf: (u, e) => e.series.map((s) => valueAt(u, s)).join('–'),
    height: 1.15 * heights.curve, data: uPlot.join(tables), group: 'scaling',
    hooks: { drawAxes: [(u) => drawExpected(u, lines)], draw: [(u) => lines.forEach((l) => drawMeans(u, l, d.places))] },
    series: [{}, ...lines.map((l) => ({ ...hidden, stroke: lineColor(l.s) })), ...ideals.map((l) => lineOf({ color: l.color, dash: dotted }, 1.25))],
    full: () => ({ min: places[0] / 1.15, max: places[places.length - 1] * 1.15 }),
    scales: {
      x: { time: false, ...(!linear && { distr: 3, log: 2 }), range: (u, min, max) => [min, max] },
      y: log ? { distr: 3, range: () => logRange(low, high) } : { range: (u) => yRange(figure)(u, low, high) },
    },
    axes: [
      axis({ side: 2, label: d.xlabel, values: (u, v) => v.map(tick), ...logAxis(2, () => places) }),
      { ...yAxis(d.label, (u, v) => v.map(tick)), ...(log && logAxis(10)) },
    ],
  });
}
