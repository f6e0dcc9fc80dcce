// Begin: figures are drawn when they come near the screen, and all of them before printing.

const page = data('page');
const drawers = { time: drawTime, curve: drawCurve, scaling: drawScaling, boxes: drawBoxes, histogram: drawHistogram };
const drawn = new Map(); // figure -> its charts
const onScreen = new Set(); // figures near the screen

function draw(figure) {
  if (drawn.has(figure)) undraw(figure);
  figure.parsed ??= data(figure.id);
  const d = figure.parsed;
  figure.dataset.kind = d.type;
  drawn.set(figure, drawers[d.type](figure, d).charts);
}

function undraw(figure) {
  for (const p of drawn.get(figure) || []) forget(p);
  drawn.delete(figure);
}

// stale draws a figure again, now if it is near the screen, else when it comes near. The focus stays.
function stale(figure) {
  if (!drawn.has(figure)) return;
  if (onScreen.has(figure) || printing) draw(figure);
  else undraw(figure);
}

function redrawAll() {
  for (const element of all('[data-section]')) element.section?.redraw();
  for (const figure of [...drawn.keys()]) stale(figure);
}

function setUpFigures() {
  const observer = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (!entry.isIntersecting) onScreen.delete(entry.target);
      else {
        onScreen.add(entry.target);
        if (!drawn.has(entry.target)) draw(entry.target);
      }
    }
  }, { rootMargin: '400px' });
  for (const figure of all('figure')) observer.observe(figure);
  let width = document.documentElement.clientWidth;
  let later;
  addEventListener('resize', () => {
    clearTimeout(later);
    later = setTimeout(() => {
      if (printing || document.documentElement.clientWidth === width) return;
      width = document.documentElement.clientWidth;
      redrawAll();
    }, 120);
  });
}

// For print all figures are drawn, in light colours and as wide as the paper.
function setUpPrint() {
  addEventListener('beforeprint', () => {
    printing = true;
    document.documentElement.classList.add('printing');
    for (const element of all('[data-section]')) element.section?.redraw();
    for (const figure of all('figure')) draw(figure);
  });
  addEventListener('afterprint', () => {
    printing = false;
    document.documentElement.classList.remove('printing');
    redrawAll();
  });
}

// setUpLong gives a long table a button that shows all of its rows; page.css says how many are shown before. In print all are.
function setUpLong(table) {
  if (table.tBodies[0].rows.length <= 10) return;
  table.classList.add('long');
  const more = make('button', { type: 'button' }, 'Show all ' + table.tBodies[0].rows.length + ' rows');
  more.addEventListener('click', () => {
    table.classList.remove('long');
    table.parentElement.focus();
    more.remove();
  });
  table.parentElement.after(more);
}

for (const element of all('[data-tools]')) {
  const kind = element.dataset.tools;
  const group = kind === 'curves' ? 'x ' + data(element.parentElement.querySelector('figure').id).xlabel : kind;
  setUpTools(element, group);
}
for (const element of all('[data-section]')) setUpSection(element);
setUpTheme();
setUpFigures();
all('figure').forEach(setUpSaving);
setUpPrint();
all('.scroll > table').forEach(setUpLong);
if (byId('rows')) setUpTable(byId('rows'));
document.documentElement.dataset.ready = 'true';
