// What all charts have in common: axes, crosshair, zoom, keyboard, and the values in the key below.

const font = '12px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';
const plots = new Set(); // of {u, group, resize, color}
const groups = new Map(); // name -> {min, max} of a shared zoom, or null

function axis(options) {
  return {
    stroke: () => themeColor('text'),
    font,
    labelFont: font,
    labelSize: 20,
    labelGap: 2,
    gap: 4,
    grid: { stroke: () => themeColor('grid'), width: 1 },
    ticks: { stroke: () => themeColor('axis'), width: 1, size: 4 },
    ...(options.side === 2 ? { size: 26 } : {}),
    border: { show: options.side === 2, stroke: () => themeColor('axis'), width: 1 },
    ...options,
  };
}

// yAxis is as wide as its widest number.
const yAxis = (label, values) => axis({
  side: 3, label, values,
  size: (u, texts) => Math.max(34, 12 + 7 * Math.max(0, ...(texts || []).map((t) => String(t ?? '').length))),
});

// niceTicks returns about n round numbers from one number to another.
function niceTicks(from, to, n) {
  const raw = (to - from) / n;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].find((s) => s * power >= raw) * power;
  const out = [];
  for (let i = Math.ceil(from / step - 1e-9); i * step <= to + step * 1e-9; i++) out.push(Number((i * step).toPrecision(12)));
  return out;
}

// logTicks returns each digit of each power of the base, or round numbers over less than one power of ten.
function logTicks(base, from, to) {
  if (to / from < 10) return niceTicks(from, to, 5);
  const out = [];
  for (let power = base ** Math.floor(Math.log(from) / Math.log(base)); power <= to; power *= base) {
    for (let digit = 1; digit < base; digit++) {
      const value = Number((digit * power).toPrecision(12));
      if (value >= from * (1 - 1e-9) && value <= to * (1 + 1e-9)) out.push(value);
    }
  }
  return out;
}

// withRoom returns the ticks that have room for their numbers: 1, 10, 100 first. Where these are fewer than three, 2, 5 and others
// follow. The rest are null.
function withRoom(ticks, placeOf, room) {
  const rankOf = (value) => '1 2 5 '.indexOf(value.toExponential().replace(/e.*/, ' '));
  const kept = [];
  const order = ticks.map((value) => [(rankOf(value) + 7) % 7, value]).sort((a, b) => a[0] - b[0]);
  const powers = order.filter(([rank]) => rank === 0).length;
  for (const [rank, value] of order) {
    if (rank && powers > 2) break;
    if (kept.every((other) => Math.abs(placeOf(other) - placeOf(value)) >= room)) kept.push(value);
  }
  return ticks.map((value) => (kept.includes(value) ? value : null));
}

// logAxis are the options of a logarithmic axis, or of one with given ticks. Ticks without a number have no line through the plot.
function logAxis(base, splits = (u, i, min, max) => logTicks(base, min, max)) {
  const filter = (u, ticks, i) => withRoom(ticks, (v) => u.valToPos(v, u.axes[i].scale), u.axes[i].side === 2 ? 44 : 20);
  return { splits, filter, grid: { stroke: () => themeColor('grid'), width: 1, filter } };
}

// logRange gives a logarithmic axis a little room at both ends.
const logRange = (min, max) => (min === max ? [min / 2, max * 2] : [min / (max / min) ** 0.05, max * (max / min) ** 0.05]);

// drawMarks draws the marks of a line: all that have room, those of a long line a good way apart, and those without a neighbour.
function drawMarks(u, i) {
  const { mark, size = 3.5, apart = 8 } = u.series[i];
  if (mark == null) return;
  const ratio = devicePixelRatio;
  const [xs, ys] = [u.data[0], u.data[i]];
  const [first, last] = u.series[0].idxs;
  const own = [];
  for (let at = first; at <= last; at++) if (ys[at] !== undefined) own.push(at);
  const far = own.length > 40 ? 90 : apart;
  let next = u.bbox.left + (far > 40 ? mark % 8 + 0.5 : 0) * far / 8 * ratio;
  u.ctx.beginPath();
  own.forEach((at, k) => {
    if (ys[at] == null) return;
    const x = u.valToPos(xs[at], 'x', true);
    if (x < next && (ys[own[k - 1]] ?? ys[own[k + 1]]) != null) return;
    outline(u.ctx, mark, x, u.valToPos(ys[at], u.series[i].scale, true), size * ratio);
    next = x + far * ratio;
  });
  paint(u.ctx, u.series[i].color, 1.5 * ratio);
}

// cutEnd adds an arrow at the edge of a plot, where an interval goes on. It points down, or to the left.
function cutEnd(pen, x, y, size, down) {
  const [back, side] = down ? [[x - size, y - size], [x + size, y - size]] : [[x + size, y - size], [x + size, y + size]];
  pen.moveTo(...back);
  pen.lineTo(x, y);
  pen.lineTo(...side);
}

// paint draws the marks of a path, through which others can be seen.
function paint(pen, color, width, opacity = 0.2) {
  pen.setLineDash([]);
  pen.lineWidth = width;
  pen.strokeStyle = color;
  pen.fillStyle = faded(color, opacity);
  pen.fill();
  pen.stroke();
}

// zoomTo shows a part of the x axis in all charts of the group, or everything for null.
function zoomTo(group, range) {
  groups.set(group, range);
  for (const p of plots) if (p.group === group) applyZoom(p);
  for (const button of all('[data-reset="' + CSS.escape(group) + '"]')) button.disabled = !range;
}

function applyZoom(p) {
  const range = groups.get(p.group) || p.full(p.u);
  if (range && (p.u.scales.x.min !== range.min || p.u.scales.x.max !== range.max)) {
    p.u.setScale('x', range);
  }
}

// zoomBy makes what a chart shows wider by a factor, around the crosshair, and shifts it by a share of its width.
function zoomBy(p, factor, shift) {
  const { min, max } = p.u.scales.x;
  const log = p.u.scales.x.distr === 3;
  const to = log ? Math.log : (v) => v;
  const from = log ? Math.exp : (v) => v;
  const at = p.u.cursor.left >= 0 ? p.u.posToVal(p.u.cursor.left, 'x') : from((to(min) + to(max)) / 2);
  const width = (to(max) - to(min)) * factor;
  const share = (to(at) - to(min)) / (to(max) - to(min));
  let low = to(at) - share * width + shift * width;
  const full = p.full(p.u);
  const [first, last] = [to(full.min), to(full.max)];
  if (width >= last - first) return zoomTo(p.group, null);
  low = Math.min(Math.max(low, first), last - width);
  zoomTo(p.group, { min: from(low), max: from(low + width) });
}

// chart draws one chart into an element. Options: width, height, data, series, scales, axes, bands, group (charts with the same
// zoom and crosshair), describe(u, index) for the text that a screen reader hears, hooks.
function chart(element, options) {
  const p = { group: options.group };
  p.full = options.full;
  const u = new uPlot({
    width: options.width, height: options.height,
    padding: [8, 18, 0, 0],
    legend: { show: false },
    scales: options.scales, axes: options.axes, series: options.series, bands: options.bands,
    cursor: {
      y: false,
      drag: { x: Boolean(options.group), y: false, setScale: false },
      sync: options.group ? { key: options.group, setSeries: false } : undefined,
      points: { size: 6 },
      bind: { dblclick: () => () => { if (options.group) zoomTo(options.group, null); return null; } },
    },
    hooks: {
      setSelect: [(self) => {
        if (self.select.width < 4) return;
        const min = self.posToVal(self.select.left, 'x');
        const max = self.posToVal(self.select.left + self.select.width, 'x');
        self.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
        zoomTo(options.group, { min, max });
      }],
      setScale: [(self, name) => {
        if (name !== 'x') return;
        element.dataset.from = short(self.scales.x.min);
        element.dataset.to = short(self.scales.x.max);
      }],
      drawSeries: [(self, i) => { self.ctx.save(); drawMarks(self, i); self.ctx.restore(); }],
      setLegend: [(self) => { if (options.readout) options.readout(self); }],
      ...options.hooks,
    },
  }, options.data, element);
  p.u = u;
  p.element = element;
  plots.add(p);
  if (options.group) {
    applyZoom(p);
    keyboard(p, options);
  }
  return p;
}

function forget(p) {
  plots.delete(p);
  p.u.destroy();
}

// keyboard moves the crosshair and zooms.
function keyboard(p, options) {
  p.element.addEventListener('keydown', (event) => {
    const u = p.u;
    const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (step && event.shiftKey) zoomBy(p, 1, step * 0.2);
    else if (step) moveCursor(u, step, options.describe);
    else if (event.key === 'Home' || event.key === 'End') moveCursor(u, event.key === 'Home' ? -Infinity : Infinity, options.describe);
    else if (event.key === '+' || event.key === '=') zoomBy(p, 0.5, 0);
    else if (event.key === '-' || event.key === '_') zoomBy(p, 2, 0);
    else if (event.key === 'Escape' || event.key === '0') zoomTo(p.group, null);
    else return;
    event.preventDefault();
  });
  p.element.addEventListener('blur', () => p.u.setCursor({ left: -10, top: -10 }));
}

// moveCursor goes to the next point that can be told from the present one on the screen.
function moveCursor(u, step, describe) {
  const xs = u.data[0];
  const [first, last] = u.series[0].idxs;
  let i = u.cursor.idx;
  if (i == null) i = step > 0 ? first - 1 : last + 1;
  const from = u.cursor.left;
  if (!Number.isFinite(step)) i = step < 0 ? first : last;
  else do i += step; while (i > first && i < last && Math.abs(u.valToPos(xs[i], 'x') - from) < 2);
  i = Math.min(Math.max(i, first), last);
  u.setCursor({ left: u.valToPos(xs[i], 'x'), top: u.over.clientHeight / 2 });
  if (describe) say(describe(u, i));
}

// key shows names and colours below a chart, and values at the crosshair.
function key(element, entries) {
  element.replaceChildren();
  return entries.map((entry) => {
    const value = make('span', { className: 'value' });
    const swatch = mark(entry);
    element.append(make('span', { className: 'entry', title: entry.title || entry.name }, swatch, make('span', { className: 'name' }, entry.name), value));
    return value;
  });
}

// mark is a piece of line, drawn with the colour, the dashes and the mark of a line.
function mark(entry) {
  const pen = new SvgContext(34, 12);
  pen.root.setAttribute('class', 'mark');
  pen.root.setAttribute('aria-hidden', 'true');
  drawEntry(pen, entry, 0, 6);
  return pen.root;
}

// drawEntry draws what stands for a line in the key.
function drawEntry(pen, entry, x, y) {
  if (entry.area) {
    pen.fillStyle = faded(entry.color, entry.area);
    pen.beginPath();
    pen.rect(x, y - 5, 34, 10);
    pen.fill();
  }
  Object.assign(pen, { strokeStyle: entry.color, lineWidth: entry.width || 2 });
  pen.setLineDash(entry.dash || []);
  pen.line(x, y, x + 34, y);
  if (entry.mark != null) {
    pen.beginPath();
    outline(pen, entry.mark, x + 17, y, 3.5);
    paint(pen, entry.color, 1.5, entry.fill);
  }
}
