package html_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// browser is a browser, as far as the scripts of the page need one here.
const browser = `
const element = (tag) => ({
  tag, has: {}, inside: [],
  setAttribute(name, value) { this.has[name] = value; },
  append(...more) { this.inside.push(...more); },
  getContext: () => ({}),
});
const document = { createElement: element, createElementNS: (space, tag) => element(tag), documentElement: { dataset: {} } };
const [devicePixelRatio, matchMedia] = [1, () => ({ matches: false })];
const uPlot = { join: (tables) => [tables.flatMap(([x]) => x).sort((a, b) => a - b)] };
const page = { groups: ['all runs'] };
`

// scripted runs lines after the scripts of the page that draw, and returns what they print.
func scripted(t *testing.T, lines string) string {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not here: the scripts of the page are not run")
	}
	var scripts strings.Builder
	scripts.WriteString(browser)
	for _, name := range []string{"1-base", "2-chart", "3-figures", "4-rows", "5-save"} {
		script, err := os.ReadFile("assets/" + name + ".js")
		if err != nil {
			t.Fatal(err)
		}
		scripts.Write(script)
	}
	out, err := exec.CommandContext(t.Context(), node, "-e", scripts.String()+lines).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return strings.TrimSpace(string(out))
}

// TestColorsOfSavedPictures wants colors that each program that reads SVG knows. Points of runs had ten digits, and were black.
func TestColorsOfSavedPictures(t *testing.T) {
	t.Parallel()
	got := scripted(t, `
const pen = new SvgContext(10, 10);
outline(pen, 0, 5, 5, 2);
paint(pen, faded(lineColor(0), 0.7), 1);
for (const { has } of pen.root.inside) console.log(has.fill, has['fill-opacity'], has.stroke, has['stroke-opacity']);
`)
	if want := "#0072b2 0.2 undefined undefined\nnone undefined #0072b2 0.7"; got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// TestOverTimeBeginsAtZero wants the axis to begin at zero, also where a metric begins later, and the saved table to have what is drawn:
// the bands, and the chosen lines alone.
func TestOverTimeBeginsAtZero(t *testing.T) {
	t.Parallel()
	got := scripted(t, `
const drawn = {
  type: 'time', lines: [{ l: 0, x: [5, 15], y: [1, 3] }, { l: 1, x: [5, 15], y: [2, 4] }],
  bands: [{ g: 0, t: [5, 15], min: [1, 3], low: [1.25, 3.25], mid: [1.5, 3.5], high: [1.75, 3.75], max: [2, 4] }],
};
const figure = {
  dataset: { name: 'Load', unit: '' }, parsed: drawn,
  section: { chosen: [1], style: () => styleOf(0), lines: [{ n: 'a', w: 'pod a' }, { n: 'b', w: 'pod b' }] },
};
plot = (figure, entries, options) => options;
console.log(JSON.stringify(drawTime(figure, drawn).full()));
console.log(asCsv(figure));
`)
	const want = `{"min":0,"max":15}
line,seconds,Load,lowest,first quartile,third quartile,highest
median,5,1.5,1,1.25,1.75,2
median,15,3.5,3,3.25,3.75,4
pod b,5,2,,,,
pod b,15,4,,,,`
	if got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// TestIntervalsBelowTheAxis wants an arrow where an interval goes on below the axis, and no axis of times below zero.
func TestIntervalsBelowTheAxis(t *testing.T) {
	t.Parallel()
	got := scripted(t, `
const pathsOf = (pen) => pen.root.inside.flatMap((e) => (e.tag === 'g' ? e.inside : [e])).filter((e) => e.tag === 'path').map((e) => e.has.d);
const pen = new SvgContext(100, 100);
const u = { ctx: pen, bbox: { left: 0, top: 0, width: 100, height: 100 }, scales: { y: { distr: 3 } }, valToPos: (v, axis) => (axis === 'x' ? 10 * v : 100 - v) };
drawMeans(u, { s: 0, x: [1], y: [60], lo: [-30], hi: [150], c: [3] }, [1]);
console.log(pathsOf(pen).find((d) => d.startsWith('M10 -50')));
saving = true;
measuring.measureText = () => ({ width: 40 });
setUpPlot = () => {};
const drawn = drawBoxes({ dataset: { name: 'time', unit: 's' }, querySelector: () => ({ append() {} }) }, {
  label: 'time (s)', rows: [{ at: '', n: 'a', s: 0, v: [20, 60, 100], box: [40, 60, 80], mean: [-40, 60, 160] }],
});
const words = drawn.pen.root.inside.filter((e) => e.tag === 'text').map((e) => e.inside[0]);
console.log(words.filter((w) => /^-?[0-9]+$/.test(w)).join(' '));
console.log(pathsOf(drawn.pen).some((d) => /^M(\S+) (\S+)L(\S+) (\S+)L\1 /.test(d)));
`)
	if want := "M10 -50L10 100M5 95L10 100L15 95M6 -50L14 -50\n0 50 100 150\ntrue"; got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// TestMarksSayWhetherThereIsAnInterval wants an open mark for a mean of fewer than three runs and for a ratio without an interval, and a
// filled one for the others.
func TestMarksSayWhetherThereIsAnInterval(t *testing.T) {
	t.Parallel()
	got := scripted(t, `
outline = (pen, mark, x) => pen.at.push(x);
let at;
const ctx = new Proxy({}, { get: (o, name) => (name === 'beginPath' ? () => { at = []; } : name === 'at' ? at : () => {}), set: () => true });
paint = (pen, color, width, opacity) => console.log(at.join(' '), opacity);
drawMeans({ ctx, bbox: { left: 0, top: 0, width: 100, height: 100 }, scales: { y: {} }, valToPos: (v) => v }, { s: 0, x: [1, 2, 4, 8], y: [9, 9, 9, 9], lo: [8, null, 8, null], hi: [10, null, 10, null], c: [3, 2, 5, 3] }, [1, 2, 4, 8]);
`)
	if want := "undefined\n2 8 0\n1 4 0.75"; got != want {
		t.Errorf("%q\nwant\n%q", got, want)
	}
}

// TestRatiosOverLessThanADecade wants linear axes from zero for a speed-up on 1 and 2 tasks, and logarithmic ones on 1 and 16.
func TestRatiosOverLessThanADecade(t *testing.T) {
	t.Parallel()
	got := scripted(t, `
plot = (figure, entries, options) => options.scales;
for (const most of [2, 16]) {
  const { x, y } = drawScaling({ dataset: { name: 'Speed-up', unit: '' } }, { type: 'scaling', ratio: true, part: 0, xlabel: 'tasks', label: 'speed-up', lines: [{ n: '', x: [1, most], y: [1, 0.16], lo: [1, 0.1], hi: [1, 0.46], c: [3, 3], ideal: [1, most] }] });
  console.log(x.distr, y.distr, y.range()[0] === 0);
}
`)
	if want := "undefined undefined true\n3 3 false"; got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// TestFilesHaveNames wants a name of its own for each file: the sections Scaling and Cells have a picture of the same quantity.
func TestFilesHaveNames(t *testing.T) {
	t.Parallel()
	got := scripted(t, `
for (const [section, id] of [['scaling', 'f1'], ['cells', 'f2'], ['time-1', 'f3'], ['time-1', 'f4']]) {
  console.log(fileName({ id, dataset: { name: 'LAMMPS: loop time (s)' }, closest: () => ({ id: section }) }));
}
`)
	if want := "scaling-lammps-loop-time-s\ncells-lammps-loop-time-s\ntime-1-lammps-loop-time-s\ntime-1-lammps-loop-time-s-f4"; got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// TestLinesAreFaintOverGaps wants a line that lacks a place of the axis not to join its neighbours as it joins others.
func TestLinesAreFaintOverGaps(t *testing.T) {
	t.Parallel()
	got := scripted(t, `
const pen = new SvgContext(100, 100);
const u = { ctx: pen, bbox: { left: 0, top: 0, width: 100, height: 100 }, scales: { y: {} }, valToPos: (v) => 10 * v };
drawMeans(u, { s: 1, x: [1, 4, 8], y: [1, 2, 3], lo: [], hi: [], c: [3, 3, 3] }, [1, 2, 4, 8]);
const paths = pen.root.inside.flatMap((e) => (e.tag === 'g' ? e.inside : [e])).filter((e) => e.tag === 'path');
for (const { has } of paths.slice(0, 2)) console.log(has.d, has['stroke-dasharray']);
`)
	if want := "M10 10M40 20L80 30 9 4\nM10 10L40 20M80 30 3 6"; got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// TestLongNamesAreWrapped wants names of cells whole, in lines that have room: cut after a space, else after a sign.
func TestLongNamesAreWrapped(t *testing.T) {
	t.Parallel()
	got := scripted(t, `
const pen = { measureText: (text) => ({ width: text.length }) };
for (const text of ['a=1, n = 3', 'command=/opt/osu/pt2pt, n = 3', 'environment']) console.log(wrapped(pen, text, 10).join('|'));
`)
	if want := "a=1, n = 3\ncommand=/|opt/osu/|pt2pt, n =|3\nenvironmen|t"; got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// TestIdealLines wants one grey line where the ideal is the same for all lines, and else one for each in its colour.
func TestIdealLines(t *testing.T) {
	t.Parallel()
	got := scripted(t, `
for (const second of [4, 5]) {
  const all = idealLines([{ s: 0, x: [1, 2], ideal: [1, 2] }, { s: 1, x: [1, 4], ideal: [1, second] }, { s: 2, x: [4], ideal: [4] }, { s: 3, x: [1], ideal: [null] }]);
  console.log(all.map((l) => l.color + ' ' + l.x + ' ' + l.ideal).join(', '));
}
`)
	if want := "#6b6f75 1,2,4 1,2,4\n#0072b2 1,2 1,2, #d55e00 1,4 1,5, #007d5c 4 4"; got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// TestHistogramIsDrawn wants a bar for each range that has values, as long as its share, and a table of what is drawn.
func TestHistogramIsDrawn(t *testing.T) {
	t.Parallel()
	got := scripted(t, `
saving = true;
measuring.measureText = (text) => ({ width: 6 * text.length });
setUpPlot = () => {};
const parsed = { type: 'histogram', label: 'us', ranges: ['1', '2-3'], groups: ['', 'b'], counts: [[1, 3], [2, 0]] };
const drawn = drawHistogram({ dataset: { name: 'futex' }, querySelector: () => ({ append() {} }) }, parsed);
for (const { has } of drawn.pen.root.inside.filter((e) => e.tag === 'path')) console.log(has.d);
console.log(drawn.pen.root.inside.filter((e) => e.tag === 'text').map((e) => e.inside[0]).join(' '));
console.log(asCsv({ parsed }));
`)
	const want = `M34 23h68.25v10h-68.25Z
M34 39h204.75v10h-204.75Z
M377 23h273v10h-273Z
 us 1 2-3 1 3 b 2 0
range (us),values,b
1,1,2
2-3,3,0`
	if got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}
