// Pictures with a row for each cell: boxes and stacked bars. They are SVG, on the page and in files.

const rowHeight = 44;

// rowChart draws rows with their names above them, and an axis below. row(pen, row, x, y) draws what stands in a row.
function rowChart(figure, rows, from, to, label, row) {
  const width = widthOf(figure);
  const [left, right] = [8, 14];
  const height = rows.length * rowHeight + 42;
  const pen = new SvgContext(width, height);
  const x = (value) => left + (value - from) / (to - from) * (width - left - right);
  const bottom = rows.length * rowHeight + 6;
  pen.font = font;
  pen.lineWidth = 1;
  pen.textBaseline = 'top';
  for (const value of niceTicks(from, to, Math.max(2, Math.floor(width / 90)))) {
    pen.strokeStyle = themeColor('grid');
    pen.line(x(value), 0, x(value), bottom + 4);
    pen.fillStyle = themeColor('text');
    pen.textAlign = x(value) < 20 ? 'left' : x(value) > width - 24 ? 'right' : 'center';
    pen.fillText(tick(value), x(value), bottom + 6);
  }
  pen.textAlign = 'center';
  pen.fillText(label, width / 2, bottom + 22);
  rows.forEach((r, i) => {
    pen.fillStyle = themeColor('text');
    pen.textAlign = 'left';
    pen.textBaseline = 'top';
    pen.fillText(fitted(pen, r.n || 'all runs', width - left - right), left, i * rowHeight + 3, r.n);
    row(pen, r, x, i * rowHeight + 30);
  });
  const main = figure.querySelector('.main');
  setUpPlot(main, figure.dataset.name + '. ' + figure.dataset.summary + '.', false);
  main.append(pen.root);
  return { charts: [], entries: [], pen };
}

// fitted shortens a text until it is no wider than there is room.
function fitted(pen, text, room) {
  if (pen.measureText(text).width <= room) return text;
  let length = text.length;
  while (length > 1 && pen.measureText(text.slice(0, length) + '…').width > room) length--;
  return text.slice(0, length) + '…';
}

// niceTicks returns about n round numbers from one number to another.
function niceTicks(from, to, n) {
  const raw = (to - from) / n;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].find((s) => s * power >= raw) * power;
  const out = [];
  for (let i = Math.ceil(from / step - 1e-9); i * step <= to + step * 1e-9; i++) out.push(Number((i * step).toPrecision(12)));
  return out;
}

// drawBoxes draws the values of each cell as points, with a box for the inner half and the mean with its interval.
function drawBoxes(figure, d) {
  const values = d.rows.flatMap((r) => [...r.v, ...r.mean]);
  let [from, to] = [Math.min(...values), Math.max(...values)];
  const room = (to - from || Math.abs(to) || 1) * 0.05;
  if (from >= 0 && from < 0.4 * to) from = 0; else from -= room;
  return rowChart(figure, d.rows, from, to + room, d.label, (pen, r, x, y) => {
    if (r.box.length) {
      pen.strokeStyle = lineColor(0);
      pen.fillStyle = faded(lineColor(0), 0.15);
      pen.beginPath();
      pen.rect(x(r.box[0]), y - 9, Math.max(1, x(r.box[2]) - x(r.box[0])), 18);
      pen.fill();
      pen.stroke();
      pen.lineWidth = 2;
      pen.line(x(r.box[1]), y - 9, x(r.box[1]), y + 9);
      pen.lineWidth = 1;
    }
    pen.fillStyle = faded(lineColor(0), 0.6);
    r.v.forEach((value, i) => {
      pen.beginPath();
      pen.arc(x(value), y + (i % 3 - 1) * 4, 3, 0, 2 * Math.PI);
      pen.fill();
    });
    if (r.mean.length === 3) {
      const [low, mean, high] = r.mean.map(x);
      pen.strokeStyle = lineColor(1);
      pen.fillStyle = lineColor(1);
      pen.line(low, y, high, y);
      for (const end of [low, high]) pen.line(end, y - 4, end, y + 4);
      pen.beginPath();
      for (const [dx, dy] of [[0, -5], [5, 0], [0, 5], [-5, 0]]) pen.lineTo(mean + dx, y + dy);
      pen.closePath();
      pen.fill();
    }
  });
}
