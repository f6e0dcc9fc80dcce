// Pictures with a row for each cell or range: SVG, on the page and in files.

// rowsOf places the rows below each other. Rows of one place on the axis stand together below its name.
function rowsOf(rows) {
  let [y, place] = [4, ''];
  const out = [];
  for (const row of rows) {
    if (row.at !== place) out.push({ heading: row.at, y: (y += 20) - 8 });
    place = row.at;
    const high = Math.max(32, 14 * row.words.length + 6);
    out.push({ ...row, y: y + high / 2 - 1 });
    y += high;
  }
  return { placed: out, bottom: y };
}

// drawBoxes draws the values of each cell as points, with a box for the inner half, and the mean with its interval below them.
function drawBoxes(figure, d) {
  const width = widthOf(figure);
  const pen = new SvgContext(width, 0);
  pen.font = font;
  const nameOf = (r) => withN(r.n, [r.v.length]);
  const left = Math.min(width * 0.42, 20 + Math.max(...d.rows.map((r) => pen.measureText(nameOf(r)).width)));
  const { placed, bottom } = rowsOf(d.rows.map((r) => ({ ...r, words: wrapped(pen, nameOf(r), left - 12) })));
  const right = 22;
  const values = d.rows.flatMap((r) => [...r.v, ...r.mean]).filter((v) => v != null);
  let [from, to] = [Math.min(...values), Math.max(...values)];
  if (d.rows.every((r) => r.v.every((v) => v >= 0))) from = Math.max(from, 0); // what is never negative has no axis below zero
  const log = from > 0 && to / from > 100;
  if (log) [from, to] = logRange(from, to);
  else [from, to] = yRange(figure)(null, from, to);
  const scale = log ? Math.log : (v) => v;
  const x = (value) => left + (scale(value) - scale(from)) / (scale(to) - scale(from)) * (width - left - right);
  const ticks = log ? logTicks(10, from, to) : niceTicks(from, to, Math.max(3, Math.floor((width - left) / 90)));
  pen.textBaseline = 'top';
  withRoom(ticks, x, 44).forEach((value, i) => {
    pen.strokeStyle = themeColor(value == null ? 'axis' : 'grid');
    pen.line(x(ticks[i]), value == null ? bottom : 0, x(ticks[i]), bottom + 4);
    pen.fillStyle = themeColor('text');
    pen.textAlign = 'center';
    if (value != null) pen.fillText(tick(value), x(value), bottom + 7);
  });
  pen.fillText(d.label, left + (width - left - right) / 2, bottom + 24);
  pen.textAlign = 'left';
  pen.textBaseline = 'middle';
  for (const r of placed) {
    pen.fillStyle = themeColor('text');
    if (r.heading) pen.fillText(r.heading, 0, r.y);
    else r.words.forEach((line, i) => pen.fillText(line, r.at ? 10 : 0, r.y + 14 * (i - (r.words.length - 1) / 2)));
    if (!r.heading) drawBox(pen, r, x, from);
  }
  return showRows(figure, pen, width, bottom + 40);
}

// showRows puts what was drawn into its figure.
function showRows(figure, pen, width, height) {
  pen.root.setAttribute('height', height);
  pen.root.setAttribute('viewBox', `0 0 ${width} ${height}`);
  const main = figure.querySelector('.main');
  setUpPlot(main, figure.dataset.name + '. ' + figure.dataset.summary + '.', false);
  main.append(pen.root);
  return { charts: [], entries: [], pen };
}

// drawHistogram draws a bar for each range, with the number of its values. Groups stand beside each other, as many as have room.
function drawHistogram(figure, d) {
  const width = widthOf(figure);
  const pen = new SvgContext(width, 0);
  pen.font = font;
  pen.textBaseline = 'middle';
  const write = (text, x, y, align = 'left') => {
    pen.fillStyle = themeColor('text');
    pen.textAlign = align;
    pen.fillText(text, x, y);
  };
  const left = 16 + Math.max(...[d.label, ...d.ranges].map((text) => pen.measureText(text).width));
  const across = Math.min(d.groups.length, Math.max(1, Math.floor((width - left) / 120)));
  const room = (width - left) / across;
  const names = d.groups.map((name) => wrapped(pen, name, room - 12));
  const head = 14 * Math.max(...names.map((lines) => lines.length));
  const high = head + 16 * d.ranges.length + 14;
  const shares = d.counts.map((counts) => counts.map((count) => count / counts.reduce((a, b) => a + b)));
  const most = Math.max(...shares.flat());
  d.groups.forEach((_, g) => {
    const [x, top] = [left + g % across * room, 8 + Math.floor(g / across) * high];
    const yOf = (i) => top + head + 16 * i + 6;
    names[g].forEach((line, i) => write(line, x, top + 14 * i));
    if (x === left) [d.label, ...d.ranges].forEach((text, i) => write(text, left - 8, i ? yOf(i - 1) : top + head - 14, 'right'));
    shares[g].forEach((share, i) => {
      const long = (room - 70) * share / most;
      pen.beginPath();
      pen.rect(x, yOf(i) - 5, long, 10);
      pen.fillStyle = lineColor(0);
      if (share) pen.fill();
      write(short(d.counts[g][i]), x + long + 5, yOf(i));
    });
  });
  return showRows(figure, pen, width, 8 + Math.ceil(d.groups.length / across) * high);
}

// drawBox draws one row. An interval that begins below the axis ends in an arrow at its edge.
function drawBox(pen, r, x, from) {
  const { color } = styleOf(r.s);
  const y = r.y - 4;
  if (r.v.length >= 5) {
    pen.beginPath();
    pen.rect(x(r.box[0]), y - 8, Math.max(1, x(r.box[2]) - x(r.box[0])), 16);
    paint(pen, color, 1);
    pen.lineWidth = 2;
    pen.line(x(r.box[1]), y - 8, x(r.box[1]), y + 8);
  }
  pen.beginPath();
  r.v.forEach((value, i) => outline(pen, r.s, x(value), y + (i % 3 - 1) * 4, 3));
  paint(pen, color, 1);
  if (r.mean[0] == null) return;
  const isCut = r.mean[0] < from;
  const [low, mean, high] = [isCut ? from : r.mean[0], r.mean[1], r.mean[2]].map(x);
  const below = r.y + 11;
  pen.line(low, below, high, below);
  for (const end of isCut ? [high] : [low, high]) pen.line(end, below - 3, end, below + 3);
  pen.beginPath();
  if (isCut) cutEnd(pen, low, below, 4, false);
  pen.stroke();
  pen.beginPath();
  outline(pen, 3, mean, below, 3.5);
  pen.fillStyle = color;
  pen.fill();
}

// wrapped cuts a text into lines that are no wider than there is room: after a space if there is one, else after a sign or anywhere.
function wrapped(pen, text, room) {
  const lines = [];
  let rest = text;
  while (pen.measureText(rest).width > room && rest.length > 1) {
    let end = rest.length;
    while (end > 1 && pen.measureText(rest.slice(0, end)).width > room) end--;
    const fits = rest.slice(0, end);
    const at = /^.*(?= )/.exec(rest.slice(0, end + 1))?.[0].length || /^.*[-/_.:,]/.exec(fits)?.[0].length || end;
    lines.push(rest.slice(0, at));
    rest = rest.slice(at).trimStart();
  }
  return [...lines, rest];
}
