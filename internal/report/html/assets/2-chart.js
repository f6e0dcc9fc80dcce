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

// logValues labels the powers of the base, or fewer where they are many.
const logSplits = (base) => (u, axisIdx, min, max) => {
  const low = Math.floor(Math.log(min) / Math.log(base) + 1e-9);
  const high = Math.ceil(Math.log(max) / Math.log(base) - 1e-9);
  const room = u.axes[axisIdx].side === 2 ? u.bbox.width / devicePixelRatio / 52 : u.bbox.height / devicePixelRatio / 26;
  const every = Math.max(1, Math.ceil((high - low) / Math.max(room, 2)));
  const out = [];
  for (let e = low; e <= high; e += every) {
    const value = base ** e;
    if (value >= min * (1 - 1e-9) && value <= max * (1 + 1e-9)) out.push(Number(value.toPrecision(12)));
    // Over less than two decades one or two powers are too few.
    if (base === 10 && max / min < 100) {
      for (const m of [2, 5]) if (m * value > min && m * value < max) out.push(Number((m * value).toPrecision(12)));
    }
  }
  return out;
};

// logRange gives a logarithmic axis a little room at both ends.
const logRange = (base, room) => (u, min, max) => {
  if (min == null || min <= 0) return [1, base];
  const factor = base ** room;
  return min === max ? [min / base, max * base] : [min / factor, max * factor];
};

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

// mark is a piece of line, drawn with the colour and the dashes of a line.
function mark(entry) {
  const root = svgElement('svg', { width: 22, height: 10, viewBox: '0 0 22 10', 'aria-hidden': 'true', class: 'mark' });
  if (entry.area) root.append(svgElement('rect', { x: 0, y: 0, width: 22, height: 10, fill: entry.color, 'fill-opacity': entry.area }));
  root.append(svgElement('line', { x1: 0, y1: 5, x2: 22, y2: 5, stroke: entry.color, 'stroke-width': entry.width || 2, 'stroke-dasharray': (entry.dash || []).join(' ') }));
  if (entry.point) root.append(svgElement('circle', { cx: 11, cy: 5, r: 3.5, fill: entry.color }));
  return root;
}
