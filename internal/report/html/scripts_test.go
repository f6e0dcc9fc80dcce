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
	for _, name := range []string{"1-base", "2-chart", "3-figures", "5-save"} {
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
