package html_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// A browser, as far as the scripts need one, and the point of a run that they draw.
const (
	browser = `
const element = (tag) => ({
  tag, has: {}, inside: [],
  setAttribute(name, value) { this.has[name] = value; },
  append(...more) { this.inside.push(...more); },
  getContext: () => ({}),
});
const document = { createElement: element, createElementNS: (space, tag) => element(tag), documentElement: { dataset: {} } };
const matchMedia = () => ({ matches: false });
`
	point = `
const pen = new SvgContext(10, 10);
outline(pen, 0, 5, 5, 2);
paint(pen, faded(lineColor(0), 0.7), 1);
for (const { has } of pen.root.inside) console.log(has.fill, has['fill-opacity'], has.stroke, has['stroke-opacity']);
`
)

// TestColorsOfSavedPictures wants colors that each program that reads SVG knows. Points of runs had ten digits, and were black.
func TestColorsOfSavedPictures(t *testing.T) {
	t.Parallel()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not here: the scripts of the page are not run")
	}
	scripts := browser
	for _, name := range []string{"1-base", "2-chart", "5-save"} {
		script, err := os.ReadFile("assets/" + name + ".js")
		if err != nil {
			t.Fatal(err)
		}
		scripts += string(script)
	}
	out, err := exec.CommandContext(t.Context(), node, "-e", scripts+point).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if got, want := strings.TrimSpace(string(out)), "#0072b2 0.2 undefined undefined\nnone undefined #0072b2 0.7"; got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}
