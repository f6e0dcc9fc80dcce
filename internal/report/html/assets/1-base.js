// Small helpers, numbers in words, and the theme. Texts reach the page through textContent only.

const byId = (id) => document.getElementById(id);
const all = (selector, root = document) => [...root.querySelectorAll(selector)];

// data parses the JSON of an element. Each figure's data is parsed when the figure is shown.
const data = (id) => JSON.parse(byId('data-' + id).textContent);

// make creates an element with properties, attributes (aria-label, for, ...) and children.
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name in element && name !== 'list' && name !== 'form') element[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

// short writes a number as the page's captions do: with four significant digits, and large ones below 1e9 as whole ones.
function short(value) {
  if (value == null || Number.isNaN(value)) return '-';
  const size = Math.abs(value);
  if (size >= 1e9 || (size > 0 && size < 1e-4)) return value.toExponential(3);
  if (size >= 1000) return String(Math.round(value));
  return String(Number(value.toPrecision(4)));
}

// tick writes a number at an axis: large ones with k, M, G.
function tick(value) {
  if (value == null) return '';
  const size = Math.abs(value);
  for (const [limit, letter] of [[1e15, 'P'], [1e12, 'T'], [1e9, 'G'], [1e6, 'M'], [1e4, 'k']]) {
    if (size >= limit) {
      const unit = letter === 'k' ? 1e3 : limit;
      return Number((value / unit).toPrecision(6)) + letter;
    }
  }
  if (size > 0 && size < 1e-4) return value.toExponential(0);
  return String(Number(value.toPrecision(6)));
}

// bytes writes a number of bytes at an axis: 64, 4Ki, 1Mi.
function bytes(value) {
  if (value == null) return '';
  for (const [limit, letter] of [[2 ** 30, 'Gi'], [2 ** 20, 'Mi'], [2 ** 10, 'Ki']]) {
    if (value >= limit) return Number((value / limit).toPrecision(4)) + letter;
  }
  return String(value);
}

// say tells users of screen readers.
let sayLater;
function say(text) {
  clearTimeout(sayLater);
  sayLater = setTimeout(() => { byId('live').textContent = text; }, 150);
}

// Each of eight lines has a colour, a dash and a mark of its own, so that colour is never alone, on grey paper neither. The colours are
// those of Okabe and Ito with one blue, which people with colour-blindness tell apart, darker on white and lighter on black so that each has a
// contrast of 3:1 or more.
const palettes = {
  light: ['#0072b2', '#d55e00', '#007d5c', '#a8478a', '#8a6d00', '#1a1a1a', '#848484', '#7a2e1d'],
  dark: ['#56b4e9', '#ef8536', '#2fc79a', '#e59ac6', '#e6c53c', '#f2f2f2', '#9a9a9a', '#ff9d8a'],
};
const dashes = [[], [9, 4], [5, 2], [12, 3, 2, 3], [16, 6], [9, 3, 2, 3, 2, 3], [4, 4], [20, 3, 5, 3]];
const dotted = [1.5, 3]; // the line of what is ideal

// The corners of the marks in pairs, in units of their radius. The first is a circle.
const corners = [
  [], [-.9, -.9, .9, -.9, .9, .9, -.9, .9], [0, -1.2, 1.15, .85, -1.15, .85], [0, -1.3, 1.3, 0, 0, 1.3, -1.3, 0], [0, 1.2, 1.15, -.85, -1.15, -.85],
  [-1.1, -1, 1.1, 1, 1.1, -1, -1.1, 1], [-1, -1.1, 1, -1.1, -1, 1.1, 1, 1.1], [-1.2, 0, .85, -1.15, .85, 1.15],
];

// outline adds the outline of a mark to what has the words of a canvas.
function outline(pen, k, x, y, r) {
  const points = corners[k % 8];
  if (!points.length) {
    pen.moveTo(x + r, y);
    pen.arc(x, y, r, 0, 2 * Math.PI);
  }
  for (let i = 0; i < points.length; i += 2) pen[i ? 'lineTo' : 'moveTo'](x + r * points[i], y + r * points[i + 1]);
  pen.closePath();
}

let printing = false;
const darkSystem = matchMedia('(prefers-color-scheme: dark)');
const isDark = () => {
  if (printing || saving) return false;
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === 'dark' : darkSystem.matches;
};
const lineColor = (i) => palettes[isDark() ? 'dark' : 'light'][i % 8];
const themeColor = (name) => ({
  text: isDark() ? '#c9cdd3' : '#3b3f45',
  grid: isDark() ? '#2d3138' : '#e6e6e2',
  axis: isDark() ? '#5c626c' : '#8b8f95',
  ideal: isDark() ? '#9aa0a8' : '#6b6f75',
})[name];
// faded gives a color an alpha in place of the one that it may have: #0072b2 and 0.2 are #0072b233.
const faded = (color, alpha) => color.slice(0, 7) + Math.round(alpha * 255).toString(16).padStart(2, '0');

// The button goes through automatic, light and dark. A browser that keeps nothing for files still changes the theme.
function setUpTheme() {
  const button = byId('theme');
  const names = { '': 'automatic', light: 'light', dark: 'dark' };
  const apply = (theme) => {
    if (theme) document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
    button.textContent = 'Theme: ' + names[theme];
    redrawAll();
  };
  let theme = '';
  try { theme = localStorage.getItem('latchkey-report-theme') || ''; } catch { /* no storage */ }
  button.hidden = false;
  button.addEventListener('click', () => {
    theme = { '': 'light', light: 'dark', dark: '' }[theme];
    try { localStorage.setItem('latchkey-report-theme', theme); } catch { /* no storage */ }
    apply(theme);
  });
  darkSystem.addEventListener('change', redrawAll);
  apply(theme in names ? theme : '');
}
