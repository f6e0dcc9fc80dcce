// The table of all values: search, sort, and more rows on demand.

const rowStep = 50;

function setUpTable(root) {
  const { strings, rows } = data('rows');
  const columns = [
    { name: 'Run', at: 0, text: true }, { name: 'Pod', at: 1, text: true }, { name: 'Metric', at: 2, text: true },
    { name: 'Subject', at: 3, text: true }, { name: 'Quantity', at: 4, text: true },
    { name: 'Samples', at: 6 }, { name: 'Mean', at: 7 }, { name: 'Median', at: 8 }, { name: 'Min', at: 9 }, { name: 'Max', at: 10 },
    { name: 'Unit', at: 5, text: true },
  ].filter((c) => !c.text || c.at === 4 || rows.some((r) => strings[r[c.at]] !== '') && (c.at !== 0 || page.runs > 1));
  const state = { sort: null, down: false, shown: rowStep, words: [], found: rows };
  const order = naturalRanks(strings);
  const texts = rows.map((r) => [0, 1, 2, 3, 4, 5].map((i) => strings[r[i]]).join('\u0001').toLowerCase());

  const search = make('input', { type: 'search', id: 'search', placeholder: 'for example: pod-3 rss' });
  const count = make('p', { className: 'quiet', id: 'count', role: 'status' });
  const body = make('tbody');
  const headers = columns.map((c) => {
    const button = make('button', { type: 'button' }, c.name);
    const th = make('th', { scope: 'col', className: c.text ? '' : 'number', 'aria-sort': 'none' }, button);
    button.addEventListener('click', () => {
      state.down = state.sort === c ? !state.down : !c.text;
      state.sort = c;
      update();
    });
    return th;
  });
  const more = make('button', { type: 'button' }, 'Show more');
  more.addEventListener('click', () => {
    state.shown += state.shown < 1000 ? rowStep * 4 : 2000;
    show();
  });

  const compare = (c) => (a, b) => {
    const [x, y] = c.text ? [order[a[c.at]], order[b[c.at]]] : [a[c.at] ?? -Infinity, b[c.at] ?? -Infinity];
    return state.down ? y - x : x - y;
  };
  const cell = (r, c) => {
    if (c.text) return make('td', {}, strings[r[c.at]]);
    const single = r[6] === 1 && c.at > 7;
    return make('td', { className: 'number' }, single ? '' : short(r[c.at]));
  };
  function show() {
    body.replaceChildren(...state.found.slice(0, state.shown).map((r) => make('tr', {}, ...columns.map((c) => cell(r, c)))));
    const n = Math.min(state.shown, state.found.length);
    count.textContent = state.found.length === rows.length
      ? n.toLocaleString('en-US') + ' of ' + rows.length.toLocaleString('en-US') + ' rows'
      : n.toLocaleString('en-US') + ' of ' + state.found.length.toLocaleString('en-US') + ' rows found among ' + rows.length.toLocaleString('en-US');
    more.hidden = n === state.found.length;
  }
  function update() {
    state.found = state.words.length ? rows.filter((_, i) => state.words.every((w) => texts[i].includes(w))) : rows;
    if (state.sort) state.found = [...state.found].sort(compare(state.sort));
    headers.forEach((th, i) => th.setAttribute('aria-sort', columns[i] !== state.sort ? 'none' : state.down ? 'descending' : 'ascending'));
    state.shown = rowStep;
    show();
  }
  search.addEventListener('input', () => {
    state.words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    update();
  });
  root.append(
    make('div', { className: 'tools' }, make('label', { for: 'search' }, 'Search'), search, count),
    make('div', { className: 'scroll', tabIndex: 0, role: 'region', 'aria-label': 'All values' },
      make('table', { id: 'all' }, make('thead', {}, make('tr', {}, ...headers)), body)),
    more,
  );
  update();
}

// naturalRanks orders texts so that pod-2 comes before pod-10, and returns the rank of each.
function naturalRanks(strings) {
  const collator = new Intl.Collator('en', { numeric: true });
  const ranks = new Array(strings.length);
  strings.map((s, i) => [s, i]).sort((a, b) => collator.compare(a[0], b[0])).forEach(([, i], rank) => { ranks[i] = rank; });
  return ranks;
}
