// Saving a figure as SVG, PNG or CSV. SvgContext draws SVG for whoever draws on a canvas, also for uPlot.

let saving = false;

const svgElement = (tag, attributes, ...children) => {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
};
// colored is a color as attributes of SVG 1.1, which has no colors of eight digits.
const colored = (name, color) => (/^#.{8}$/.test(color) ? { [name]: color.slice(0, 7), [name + '-opacity']: near(parseInt(color.slice(7), 16) / 255) } : { [name]: color });
const near = (value) => Math.round(value * 100) / 100;

// SvgPath is a path, in the words of a canvas.
class SvgPath {
  constructor(from) { this.d = from ? from.d : ''; }
  moveTo(x, y) { this.d += `M${near(x)} ${near(y)}`; }
  lineTo(x, y) { this.d += `${this.d ? 'L' : 'M'}${near(x)} ${near(y)}`; }
  rect(x, y, w, h) { this.d += `M${near(x)} ${near(y)}h${near(w)}v${near(h)}h${near(-w)}Z`; }
  arc(x, y, r) { this.d += `M${near(x + r)} ${near(y)}a${r} ${r} 0 1 1 ${near(-2 * r)} 0a${r} ${r} 0 1 1 ${near(2 * r)} 0`; }
  bezierCurveTo(a, b, c, d, x, y) { this.d += `C${[a, b, c, d, x, y].map(near).join(' ')}`; }
  closePath() { this.d += 'Z'; }
}

const measuring = document.createElement('canvas').getContext('2d');

// SvgContext has what is needed of a canvas: paths, texts, clips, moves and turns.
class SvgContext extends SvgPath {
  constructor(width, height) {
    super();
    this.root = svgElement('svg', { xmlns: 'http://www.w3.org/2000/svg', width, height, viewBox: `0 0 ${width} ${height}` });
    this.kept = [];
    Object.assign(this, { fillStyle: '#000', strokeStyle: '#000', lineWidth: 1, globalAlpha: 1, font, textAlign: 'left', textBaseline: 'alphabetic', dash: [], move: '', clips: [] });
  }
  save() {
    const { fillStyle, strokeStyle, lineWidth, globalAlpha, font: f, textAlign, textBaseline, dash, move, clips } = this;
    this.kept.push({ fillStyle, strokeStyle, lineWidth, globalAlpha, font: f, textAlign, textBaseline, dash, move, clips });
  }
  restore() { Object.assign(this, this.kept.pop()); }
  translate(x, y) { this.move += `translate(${near(x)} ${near(y)})`; }
  rotate(angle) { this.move += `rotate(${near(angle * 180 / Math.PI)})`; }
  setLineDash(dash) { this.dash = dash; }
  clearRect() {}
  beginPath() { this.d = ''; }
  clip(path = this) {
    const id = 'clip-' + SvgContext.clips++;
    this.root.append(svgElement('clipPath', { id }, svgElement('path', { d: path.d, ...(this.move && { transform: this.move }) })));
    this.clips = [...this.clips, id];
  }
  add(element) {
    if (this.move) element.setAttribute('transform', this.move);
    if (this.globalAlpha !== 1) element.setAttribute('opacity', this.globalAlpha);
    for (const id of this.clips) element = svgElement('g', { 'clip-path': `url(#${id})` }, element);
    this.root.append(element);
  }
  stroke(path = this) {
    if (!path.d || this.strokeStyle === 'transparent') return;
    this.add(svgElement('path', { d: path.d, fill: 'none', ...colored('stroke', this.strokeStyle), 'stroke-width': this.lineWidth, 'stroke-dasharray': this.dash.join(' ') || 'none' }));
  }
  fill(path = this) {
    if (path.d) this.add(svgElement('path', { d: path.d, ...colored('fill', this.fillStyle) }));
  }
  line(x, y, toX, toY) {
    this.beginPath();
    this.moveTo(x, y);
    this.lineTo(toX, toY);
    this.stroke();
  }
  measureText(text) {
    measuring.font = this.font;
    return measuring.measureText(text);
  }
  fillText(text, x, y, title) {
    const [, size, family] = /([\d.]+)px (.*)/.exec(this.font);
    const down = { top: 0.8, middle: 0.35 }[this.textBaseline] || 0;
    const anchor = { center: 'middle', right: 'end', end: 'end' }[this.textAlign] || 'start';
    const element = svgElement('text', { x: near(x), y: near(y + down * size), 'font-size': size, 'font-family': family, 'text-anchor': anchor, fill: this.fillStyle }, String(text));
    if (title) element.append(svgElement('title', {}, title));
    this.add(element);
  }
}
SvgContext.clips = 0;

// asSvg draws a figure again, in light colours and 720 pixels wide, with its key and its caption.
async function asSvg(figure) {
  const copy = make('div', {}, make('div', { className: 'main' }), make('div', { className: 'key' }));
  Object.assign(copy.dataset, figure.dataset);
  if (figure.closest('[data-section]')) copy.section = sectionOf(figure);
  const [canvas, path] = [HTMLCanvasElement.prototype.getContext, window.Path2D];
  let made;
  let pen;
  saving = true;
  try {
    HTMLCanvasElement.prototype.getContext = function () { pen = new SvgContext(0, 0); return pen; };
    window.Path2D = SvgPath;
    made = drawers[figure.parsed.type](copy, figure.parsed);
    await new Promise((done) => { setTimeout(done); }); // uPlot draws in a microtask
    return composed(figure, made, pen);
  } finally {
    HTMLCanvasElement.prototype.getContext = canvas;
    window.Path2D = path;
    saving = false;
    for (const p of made?.charts || []) forget(p);
  }
}

// alone is what the page says above its figures of a type, and a saved figure has to say itself.
const alone = { scaling: ' Lines join means. Bars are 95 % intervals; an open mark has none.' };

// composed puts the plot, the key and the caption of a figure below each other.
function composed(figure, made, pen) {
  const plot = made.pen ? made.pen.root : pen.root;
  const scale = made.pen ? 1 : 1 / devicePixelRatio;
  const high = made.pen ? Number(plot.getAttribute('height')) : made.charts[0].u.height;
  const out = new SvgContext(720, high);
  out.font = font;
  out.fillStyle = '#ffffff';
  out.textBaseline = 'top';
  out.rect(0, 0, 720, 1);
  out.fill();
  const paper = out.root.lastChild;
  out.root.append(svgElement('g', { transform: `scale(${scale})` }, ...plot.childNodes));
  let [x, y] = [12, high + 8];
  for (const e of made.entries) {
    const width = out.measureText(e.name).width + 58;
    if (x + width > 712) [x, y] = [12, y + 18];
    drawEntry(out, e, x, y + 6);
    out.fillStyle = themeColor('text');
    out.fillText(e.name, x + 40, y);
    x += width;
  }
  if (made.entries.length) y += 26;
  let line = '';
  out.fillStyle = themeColor('text');
  for (const word of (figure.dataset.name + '. ' + figure.dataset.summary + '.' + (alone[figure.parsed.type] || '')).split(' ')) {
    if (out.measureText(line + ' ' + word).width > 696) {
      out.fillText(line, 12, y);
      [line, y] = ['', y + 17];
    }
    line += (line && ' ') + word;
  }
  out.fillText(line, 12, y);
  const height = Math.ceil(y + 24);
  paper.setAttribute('d', `M0 0H720V${height}H0Z`);
  out.root.setAttribute('height', height);
  out.root.setAttribute('viewBox', `0 0 720 ${height}`);
  return new XMLSerializer().serializeToString(out.root);
}

// asPng paints the SVG, three pixels to one.
async function asPng(figure) {
  const url = URL.createObjectURL(new Blob([await asSvg(figure)], { type: 'image/svg+xml' }));
  const image = new Image();
  image.src = url;
  await image.decode();
  const canvas = make('canvas', { width: image.width * 3, height: image.height * 3 });
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(url);
  return new Promise((done) => { canvas.toBlob(done, 'image/png'); });
}

// tables returns the data of each type of figure as rows: what is drawn.
const tables = {
  scaling: (d) => [['line', d.xlabel, 'n', 'mean', 'lower end', 'upper end', 'ideal', 'value'], ...d.lines.flatMap((l) => l.x.flatMap((x, i) => (l.points?.[i] || ['']).map((v) => [l.n, x, l.c[i], l.y[i], l.lo[i], l.hi[i], l.ideal[i], v])))],
  boxes: (d) => [['place', 'cell', d.label], ...d.rows.flatMap((r) => r.v.map((v) => [r.at, r.n, v]))],
  histogram: (d) => [[`range (${d.label})`, ...d.groups.map((name) => name || 'values')], ...d.ranges.map((range, i) => [range, ...d.counts.map((counts) => counts[i])])],
  curve: (d) => [['line', d.xlabel, d.label, ...(d.lines.some((l) => l.lo) ? ['lowest', 'highest'] : [])], ...d.lines.flatMap((l) => l.x.map((x, i) => [l.n, x, l.y[i], l.lo?.[i], l.hi?.[i]]))],
  time: (d, figure) => {
    const { lines, chosen } = sectionOf(figure);
    const head = ['line', 'seconds', figure.dataset.name];
    const bands = (d.bands || []).flatMap((b) => b.t.map((t, i) => [page.groups.length > 1 ? page.groups[b.g] : 'median', t, ...[b.mid, b.min, b.low, b.high, b.max].map((values) => values[i])]));
    const drawn = d.lines.filter((l) => chosen.includes(l.l)).flatMap((l) => l.x.map((x, i) => [lines[l.l].w, x, l.y[i]]));
    return [bands.length ? [...head, 'lowest', 'first quartile', 'third quartile', 'highest'] : head, ...bands, ...drawn];
  },
};

const asCsv = (figure) => csvOf(tables[figure.parsed.type](figure.parsed, figure));

function csvOf(rows) {
  const cell = (value) => (/[",\n\r]/.test(value) ? '"' + value.replaceAll('"', '""') + '"' : value);
  return rows.map((row) => rows[0].map((_, i) => cell(String(row[i] ?? ''))).join(',') + '\n').join('');
}

// fileName is the name under which a figure is saved: that of its section, because several show one quantity, and its own.
const fileNames = new Set();
function fileName(figure) {
  let name = (figure.closest('section').id + '-' + figure.dataset.name).toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/-$/, '');
  if (fileNames.has(name)) name += '-' + figure.id;
  fileNames.add(name);
  return name;
}

// offer gives the user a file.
function offer(blob, name) {
  const url = URL.createObjectURL(blob);
  make('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

// setUpSaving gives a figure its buttons.
function setUpSaving(figure) {
  const name = fileName(figure);
  const buttons = Object.entries({ SVG: ['image/svg+xml', asSvg], PNG: ['image/png', asPng], CSV: ['text/csv', asCsv] }).map(([form, [type, write]]) => {
    const button = make('button', { type: 'button', 'aria-label': 'Save as ' + form + ': ' + figure.dataset.name }, form);
    button.addEventListener('click', async () => {
      figure.parsed ??= data(figure.id);
      offer(new Blob([await write(figure)], { type }), name + '.' + form.toLowerCase());
    });
    return button;
  });
  figure.append(make('div', { className: 'save' }, 'Save as ', ...buttons));
}
