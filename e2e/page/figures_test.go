//go:build e2e

package page

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/latchkey-dev/latchkey/internal/report"
	"github.com/latchkey-dev/latchkey/internal/testing/reporttest"
)

// narrow looks for words of pictures that lie over each other, and for what is wider than the screen and cannot be scrolled.
const narrow = `(() => {
  const bad = [];
  for (const svg of document.querySelectorAll('.plot svg')) {
    const boxes = [...svg.querySelectorAll('text')].map((e) => [e.textContent, e.getBoundingClientRect()]);
    boxes.forEach(([a, x], i) => boxes.slice(i + 1).forEach(([b, y]) => {
      if (x.left < y.right - 1 && y.left < x.right - 1 && x.top < y.bottom - 2 && y.top < x.bottom - 2) bad.push(a + ' over ' + b);
    }));
    for (const [a, x] of boxes) if (x.right > document.documentElement.clientWidth + 1) bad.push(a + ' is outside');
  }
  if (document.documentElement.scrollWidth > document.documentElement.clientWidth) bad.push('the page is wider than the screen');
  return bad.slice(0, 20);
})()`

// On a telephone nothing lies over anything else.
func TestNarrow(t *testing.T) {
	for name, make := range reports {
		for _, scheme := range schemes {
			t.Run(name+"/"+scheme, func(t *testing.T) {
				rare(t, name, scheme)
				v := open(t, make(), look{400, 900, scheme})
				v.drawAll()
				if bad := eval[[]string](v, narrow); len(bad) > 0 {
					t.Errorf("%q", bad)
				}
				v.quiet()
				v.shoot(name+"-400-"+scheme, false)
			})
		}
	}
}

// saved presses each button of each figure, and tells what was made: name, type and beginning.
const saved = `(async () => {
  const made = [];
  const whole = URL.createObjectURL;
  URL.createObjectURL = (blob) => { made.push(blob); return whole.call(URL, blob); };
  HTMLAnchorElement.prototype.click = () => {};
  for (const button of document.querySelectorAll('.save button')) {
    const before = made.length;
    const wanted = button.textContent === 'PNG' ? 2 : 1; // a PNG is painted from an SVG
    button.click();
    for (let i = 0; i < 500 && made.length < before + wanted; i++) await new Promise((done) => setTimeout(done, 10));
    const blob = made.at(-1);
    const text = blob.type === 'image/png' ? String(blob.size) : await blob.text();
    made.kinds = [...(made.kinds || []), blob.type + ' ' + text];
  }
  return made.kinds;
})()`

// Each figure saves itself as SVG, PNG and CSV.
func TestFiguresAreSaved(t *testing.T) {
	v := open(t, reporttest.Study(), wide)
	v.drawAll()
	all, err := chromedp.Run(v.ctx, chromedp.Evaluate[[]string](saved, chromedp.EvalAwaitPromise))
	if err != nil {
		t.Fatal(err)
	}
	if figures := eval[int](v, "document.querySelectorAll('figure').length"); len(all) != 3*figures {
		t.Errorf("%d files of %d figures", len(all), figures)
	}
	for i, file := range all {
		kind, text, _ := strings.Cut(file, " ")
		switch want := []string{"image/svg+xml", "image/png", "text/csv"}[i%3]; {
		case kind != want:
			t.Errorf("file %d is %s, not %s", i, kind, want)
		case kind == "image/svg+xml" && (!strings.HasPrefix(text, "<svg ") || strings.Count(text, "<path ") < 3 || strings.Count(text, "<text ") < 3):
			t.Errorf("file %d has no picture: %.300s", i, text)
		case kind == "image/png" && len(text) < 4, kind == "text/csv" && strings.Count(text, "\n") < 2:
			t.Errorf("file %d is empty: %.300s", i, text)
		}
		if dir := os.Getenv("LATCHKEY_E2E_SCREENSHOTS"); dir != "" && kind == "image/svg+xml" {
			v.keep(dir, fmt.Sprintf("saved-%d.svg", i/3), []byte(text))
		}
	}
	v.quiet()
}

// svgOf presses the button SVG of the first figure whose name has a prefix, and returns what was saved.
const svgOf = `(async (prefix) => {
  const figure = [...document.querySelectorAll('figure')].find((f) => f.dataset.name.startsWith(prefix));
  let blob;
  const whole = URL.createObjectURL;
  URL.createObjectURL = (b) => { blob = b; return whole.call(URL, b); };
  HTMLAnchorElement.prototype.click = () => {};
  figure.querySelector('.save button').click();
  for (let i = 0; i < 500 && !blob; i++) await new Promise((done) => setTimeout(done, 10));
  return blob.text();
})('%s')`

// On grey paper each line has a dash of its own, and n is in the picture.
func TestPicturesCanBeReadInGrey(t *testing.T) {
	v := open(t, &report.Report{Runs: reporttest.Scaling(3, 3).Runs[:36]}, wide)
	for name, texts := range map[string][]string{
		"LAMMPS: loop time": {`env FABRIC=efa, n = 3`, `intervals;`},
	} {
		text, err := chromedp.Run(v.ctx, chromedp.Evaluate[string](fmt.Sprintf(svgOf, name), chromedp.EvalAwaitPromise))
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range append(texts, `stroke-dasharray="none"`, `stroke-dasharray="9 4"`, `stroke-dasharray="5 2"`) {
			if !strings.Contains(text, want) {
				t.Errorf("%s has no %s", name, want)
			}
		}
	}
	v.quiet()
}

// A line with one moment is drawn as a mark.
func TestOneMomentIsDrawn(t *testing.T) {
	r := reporttest.TwoPods()
	for i := range r.Runs[0].Sources {
		for _, result := range r.Runs[0].Sources[i].Results {
			for j := range result.Series {
				s := &result.Series[j]
				s.Times = s.Times[:1]
				for k := range s.Columns {
					s.Columns[k].Values = s.Columns[k].Values[:1]
				}
			}
		}
	}
	v := open(t, r, wide)
	v.drawAll()
	name := eval[string](v, `document.querySelector('.over figure').dataset.name`)
	text, err := chromedp.Run(v.ctx, chromedp.Evaluate[string](fmt.Sprintf(svgOf, name), chromedp.EvalAwaitPromise))
	if err != nil {
		t.Fatal(err)
	}
	plot, _, _ := strings.Cut(text, `lammps-m-0-0`)
	if n := strings.Count(plot, `a7 7 0`); n == 0 { // a circle of 3.5 pixels, two to one
		t.Error("the only moment has no mark")
	}
	v.quiet()
}
