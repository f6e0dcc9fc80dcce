// What stands above the figures of a section: buttons for the zoom, the lines to show, and their colours.

// setUpTools adds the buttons of the zoom to a section.
function setUpTools(element, group) {
  const button = (text, label, action) => {
    const b = make('button', { type: 'button', 'aria-label': label }, text);
    b.addEventListener('click', action);
    return b;
  };
  const firstOf = () => [...plots].find((p) => p.group === group);
  const reset = button('Show everything', 'Show everything', () => zoomTo(group, null));
  reset.dataset.reset = group;
  reset.disabled = true;
  element.append(
    button('+', 'Zoom in', () => { const p = firstOf(); if (p) zoomBy(p, 0.5, 0); }),
    button('−', 'Zoom out', () => { const p = firstOf(); if (p) zoomBy(p, 2, 0); }),
    reset,
  );
}

// mostChosen is the number of lines that have a colour of their own.
const mostChosen = 8;

// setUpSection makes the choice of lines of a section over time.
function setUpSection(element) {
  const d = page.sections[Number(element.dataset.section)];
  const few = d.lines.length <= mostChosen;
  const section = { lines: d.lines, chosen: few ? d.lines.map((_, i) => i) : [], slots: [] };
  element.section = section;
  section.slots = section.chosen.slice();
  section.style = (i) => styleOf(section.slots.indexOf(i));
  const legend = element.querySelector('.legend');
  const redraw = () => {
    drawLegend(section, legend, redraw);
    for (const figure of all('figure', element)) stale(figure);
  };
  section.redraw = () => drawLegend(section, legend, redraw);
  drawLegend(section, legend, redraw);
  if (d.lines.length > 1) element.querySelector('.tools').append(picker(section, redraw, element.id));
}

// choose shows or hides a line. A line keeps its colour until another line needs it.
function choose(section, i, on) {
  if (!on) {
    section.chosen = section.chosen.filter((other) => other !== i);
    return true;
  }
  if (section.chosen.length >= mostChosen) return false;
  if (!section.slots.includes(i)) {
    let free = section.slots.findIndex((other) => !section.chosen.includes(other));
    if (section.slots.length < mostChosen) free = section.slots.length;
    section.slots[free] = i;
  }
  section.chosen = [...section.chosen, i];
  section.chosen.sort((a, b) => section.slots.indexOf(a) - section.slots.indexOf(b));
  return true;
}

// drawLegend lists the chosen lines as buttons. Pressing one hides its line.
function drawLegend(section, legend, redraw) {
  legend.replaceChildren(...section.slots.map((i) => {
    const line = section.lines[i];
    const on = section.chosen.includes(i);
    const b = make('button', { type: 'button', title: line.w, 'aria-pressed': String(on) }, mark(section.style(i)), line.n);
    b.addEventListener('click', () => {
      choose(section, i, !on);
      redraw();
      all('button', legend)[section.slots.indexOf(i)]?.focus();
    });
    return b;
  }));
}

// picker is a list of all lines of a section, with a search.
function picker(section, redraw, id) {
  const search = make('input', { type: 'search', placeholder: 'pod, process or run', 'aria-label': 'Search lines' });
  const list = make('ul', { className: 'lines' });
  const note = make('p', { className: 'quiet' });
  const most = 100;
  const fill = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = section.lines.map((line, i) => [line, i]).filter(([line]) => words.every((w) => line.w.toLowerCase().includes(w)));
    list.replaceChildren(...found.slice(0, most).map(([line, i]) => {
      const box = make('input', { type: 'checkbox', id: id + '-line-' + i, checked: section.chosen.includes(i) });
      box.addEventListener('change', () => {
        if (!choose(section, i, box.checked)) {
          box.checked = false;
          note.textContent = 'At most ' + mostChosen + ' lines have a colour of their own: take one away first.';
          say(note.textContent);
          return;
        }
        redraw();
      });
      return make('li', {}, box, make('label', { for: box.id }, line.w));
    }));
    note.textContent = found.length > most ? 'The first ' + most + ' of ' + found.length + ' lines. Search for others.' : found.length + ' of ' + section.lines.length + ' lines.';
  };
  search.addEventListener('input', fill);
  const box = make('details', { className: 'picker' }, make('summary', {}, 'Choose lines'), make('div', {}, search, list, note));
  box.addEventListener('toggle', () => { if (box.open) { fill(); search.focus(); } });
  box.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && box.open) {
      box.open = false;
      box.querySelector('summary').focus();
      event.stopPropagation();
    }
  });
  document.addEventListener('click', (event) => { if (box.open && !box.contains(event.target)) box.open = false; });
  return box;
}
