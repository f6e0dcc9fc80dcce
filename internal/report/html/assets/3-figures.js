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

// valueAt is the text of a value at the crosshair.
const valueAt = (u, s) => short(u.data[s][u.cursor.idxs[s] ?? -1]);

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
    const color = several ? lineColor(b.g) : themeColor('ideal');
    const dash = several ? dashes[b.g % 8] : [];
    const at = series.length;
    tables.push([b.t, b.min, b.low, b.mid, b.high, b.max]);
    const edge = { stroke: 'transparent', width: 0, points: { show: false } };
    series.push({ ...edge }, { ...edge }, { stroke: color, width: several ? 1.75 : 1.25, dash, points: { show: false } }, { ...edge }, { ...edge });
    bands.push({ series: [at + 4, at], fill: faded(color, several ? 0.13 : 0.16) });
    if (!several) bands.push({ series: [at + 3, at + 1], fill: faded(color, 0.22) });
    const title = 'median, and in brackets the lowest and the highest value';
    entries.push({ name: several ? page.groups[b.g] : 'median', title, color, dash, area: 0.25, width: 1.5, series: [at + 2], range: [at, at + 4] });
  }
  for (const i of chosen) {
    const l = byLine.get(i);
    const color = section.color(i);
    const line = section.lines[i];
    entries.push({ name: line.n, title: line.w, color, dash: section.dash(i), series: [series.length] });
    series.push({ stroke: color, width: 1.5, dash: section.dash(i), points: { show: l.x.length < 3 ? true : undefined, size: 5, fill: color } });
    tables.push([l.x, l.y]);
  }
  const joined = tables.length ? uPlot.join(tables, tables.map((t) => t.map((_, i) => (i ? 1 : 0)))) : [[0]];
  const first = joined[0][0];
  const last = joined[0][joined[0].length - 1];
  return plot(figure, entries, {
    title: figure.dataset.name + ' over time',
    placeOf: (x) => short(x) + ' s',
    valueOf: (u, e) => valueAt(u, e.series[0]) + (e.range ? ' (' + e.range.map((s) => valueAt(u, s)).join('–') + ')' : ''),
    height: heights.time, data: joined, series, bands, group: 'time',
    full: () => ({ min: first, max: last }),
    scales: { x: { time: false, range: (u, min, max) => (min === max ? [min - 1, max + 1] : [min, max]) }, y: { range: yRange } },
    axes: [axis({ side: 2, label: 'time since the first sample (s)', values: (u, v) => v.map(tick) }), yAxis(d.label, (u, v) => v.map(tick))],
  });
}

// yRange begins at zero where that costs little, and leaves some room above.
function yRange(u, min, max) {
  if (min == null) return [0, 1];
  if (min === max) return min === 0 ? [0, 1] : [Math.min(0, min * 1.1), Math.max(0, max * 1.1)];
  const room = (max - min) * 0.06;
  if (min >= 0 && min < 0.5 * max) return [0, max + room];
  return [min - room, max + room];
}

// drawCurve draws a quantity over another. Lines of a group of runs have one colour. Of many other lines the first ones are
// coloured, and the rest is grey.
function drawCurve(figure, d) {
  const most = 8;
  const grouped = page.groups.length > 1 && d.lines.length > page.groups.length;
  const order = (l, i) => (grouped ? l.g || 0 : i);
  const styled = d.lines.map((l, i) => ({ ...l, at: order(l, i), colored: grouped || i < most }));
  const lines = styled.sort((a, b) => a.colored - b.colored || b.at - a.at); // the first ones are drawn last
  const entries = [];
  const series = [{}];
  for (const l of lines) {
    const color = l.colored ? lineColor(l.at) : faded(themeColor('ideal'), 0.35);
    const dash = l.colored ? dashes[l.at % 8] : [];
    const same = grouped && entries.find((e) => e.at === l.at);
    if (same) same.series.push(series.length);
    else if (l.colored) entries.unshift({ at: l.at, name: grouped ? page.groups[l.at] : l.n || d.label, color, dash, series: [series.length] });
    series.push({ stroke: color, width: l.colored && !grouped ? 1.75 : 1.1, dash, points: { show: l.x.length <= 40 && l.colored, size: grouped ? 4 : 5, fill: color } });
  }
  if (!grouped && d.lines.length > most) entries.push({ name: d.lines.length - most + ' more', color: themeColor('ideal'), width: 1, series: [] });
  const joined = uPlot.join(lines.map((l) => [l.x, l.y]), lines.map(() => [0, 1]));
  const isBytes = d.xunit === 'B';
  const base = isBytes ? 2 : 10;
  const xs = joined[0];
  const valueOf = (u, e) => {
    const found = e.series.map((s) => u.data[s][u.cursor.idxs[s] ?? -1]).filter((v) => v != null).sort((a, b) => a - b);
    return found.length < 2 ? short(found[0]) : short(found[0]) + '–' + short(found[found.length - 1]);
  };
  const xTicks = isBytes ? bytes : tick;
  return plot(figure, entries, {
    title: figure.dataset.name, valueOf,
    placeOf: (x) => (isBytes ? bytes(x) + 'B' : short(x) + ' ' + d.xunit),
    height: heights.curve, data: joined, series, group: 'x ' + d.xlabel,
    full: () => ({ min: xs[0], max: xs[xs.length - 1] }),
    scales: {
      x: d.logx ? { time: false, distr: 3, log: base, range: (u, min, max) => (min === max ? [min / 2, max * 2] : [min, max]) } : { time: false, range: (u, min, max) => (min === max ? [min - 1, max + 1] : [min, max]) },
      y: d.logy ? { distr: 3, log: 10, range: logRange(10, 0.08) } : { range: yRange },
    },
    axes: [
      axis({ side: 2, label: d.xlabel + (d.xunit ? ' (' + d.xunit + ')' : ''), values: (u, v) => v.map(xTicks), ...(d.logx ? { splits: logSplits(base), filter: (u, v) => v } : {}) }),
      { ...yAxis(d.label, (u, v) => v.map(tick)), ...(d.logy ? { splits: logSplits(10), filter: (u, v) => v } : {}) },
    ],
  });
}

// drawExpected draws a bar from the least to the greatest value that a study allows at a place. It goes to the edge of the plot
// on a side without a limit. Bars of several lines stand beside each other.
function drawExpected(u, lines) {
  const { ctx, bbox } = u;
  const width = (lines.length > 1 ? 6 : 12) * devicePixelRatio;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  ctx.lineWidth = 1.5 * devicePixelRatio;
  ctx.setLineDash([]);
  lines.forEach((l, k) => {
    ctx.fillStyle = faded(lineColor(k), 0.25);
    ctx.strokeStyle = lineColor(k);
    for (const [x, least, greatest] of l.expected || []) {
      const left = u.valToPos(x, 'x', true) + (k - lines.length / 2) * width;
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
  });
  ctx.restore();
}

// drawScaling draws a figure of merit over the axis: a point for each run, lines through the means with their intervals, the
// ideal of each line, and what a study expects.
function drawScaling(figure, d) {
  const entries = d.lines.map((l, i) => ({ name: l.n || 'mean', color: lineColor(i), dash: dashes[i % 8], point: true, series: [2 * i + 1] }));
  const ideal = d.lines.some((l) => l.ideal.length);
  if (ideal) entries.push({ name: 'ideal', color: themeColor('ideal'), dash: [4, 4], width: 1.5, series: d.lines.length === 1 ? [2] : [] });
  const expected = d.lines.flatMap((l) => l.expected || []);
  if (expected.length) entries.push({ name: 'expected', color: faded(d.lines.length === 1 ? lineColor(0) : themeColor('ideal'), 0.25), width: 10, series: [] });
  const tables = d.lines.flatMap((l) => [[l.x, l.y], [l.x, l.x.map((x, i) => l.ideal[i] ?? null)]]);
  const joined = uPlot.join(tables, tables.map(() => [0, 1]));
  const places = joined[0];
  const ratio = devicePixelRatio;
  const marks = (u) => d.lines.forEach((l, k) => {
    const { ctx } = u;
    ctx.save();
    ctx.strokeStyle = lineColor(k);
    ctx.fillStyle = faded(lineColor(k), 0.35);
    ctx.lineWidth = 1.25 * ratio;
    ctx.setLineDash([]);
    l.x.forEach((x, i) => {
      const at = u.valToPos(x, 'x', true);
      for (const value of l.points[i]) {
        ctx.beginPath();
        ctx.arc(at, u.valToPos(value, 'y', true), 2.5 * ratio, 0, 2 * Math.PI);
        ctx.fill();
      }
      if (!(l.half[i] > 0)) return;
      const top = u.valToPos(l.y[i] + l.half[i], 'y', true);
      const low = u.valToPos(Math.max(l.y[i] - l.half[i], u.scales.y.min), 'y', true);
      ctx.beginPath();
      ctx.moveTo(at, top);
      ctx.lineTo(at, low);
      for (const y of [top, low]) {
        ctx.moveTo(at - 4 * ratio, y);
        ctx.lineTo(at + 4 * ratio, y);
      }
      ctx.stroke();
    });
    ctx.restore();
  });
  // Where places on the axis are near to each other, only some have a number.
  const splits = (u) => {
    let before = -Infinity;
    return places.filter((x) => {
      const at = u.valToPos(x, 'x');
      if (at - before < 42) return false;
      before = at;
      return true;
    });
  };
  const everything = d.lines.flatMap((l) => [...l.y, ...l.points.flat(), ...l.y.map((y, i) => y + (l.half[i] || 0)), ...l.ideal]).concat(expected.flatMap((e) => e.slice(1))).filter((v) => v > 0);
  const [low, high] = [Math.min(...everything), Math.max(...everything)];
  return plot(figure, entries, {
    title: figure.dataset.name + ' over ' + d.xlabel,
    placeOf: (x) => d.xlabel + ' ' + short(x),
    valueOf: (u, e) => e.series.map((s) => valueAt(u, s)).join('–'),
    height: 1.15 * heights.curve, data: joined, group: 'scaling', hooks: { drawAxes: [(u) => drawExpected(u, d.lines)], draw: [marks] },
    series: [{}, ...d.lines.flatMap((l, i) => [
      { stroke: lineColor(i), width: 1.75, dash: dashes[i % 8], points: { show: true, size: 7, fill: lineColor(i) } },
      { stroke: faded(lineColor(i), 0.7), width: 1.25, dash: [4, 4], points: { show: false } },
    ])],
    full: () => ({ min: places[0] / 1.15, max: places[places.length - 1] * 1.15 }),
    scales: {
      x: { time: false, distr: 3, log: 2, range: (u, min, max) => [min, max] },
      y: ideal ? { distr: 3, log: 10, range: (u) => logRange(10, 0.06)(u, low, high) } : { range: (u) => yRange(u, low, high) },
    },
    axes: [
      axis({ side: 2, label: d.xlabel, splits, filter: (u, v) => v, values: (u, v) => v.map(tick) }),
      { ...yAxis(d.label, (u, v) => v.map(tick)), ...(ideal ? { splits: logSplits(10), filter: (u, v) => v } : {}) },
    ],
  });
}
