//go:build e2e

package page

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/latchkey-dev/latchkey/e2e/internal/browser"
	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
	"github.com/latchkey-dev/latchkey/internal/report"
	"github.com/latchkey-dev/latchkey/internal/testing/reporttest"
)

// reports are the reports to draw.
var reports = map[string]func() *report.Report{
	"two-pods":  reporttest.TwoPods,
	"many-pods": func() *report.Report { return reporttest.ManyPods(64) },
	"study":     reporttest.Study,
	"judged":    reporttest.Judged,
	"twelve":    func() *report.Report { return &report.Report{Runs: reporttest.Scaling(1, 3).Runs[:12]} },
	"many-runs": func() *report.Report { return &report.Report{Runs: reporttest.Scaling(3, 3).Runs[:35]} },
	"repeated":  func() *report.Report { return &report.Report{Runs: reporttest.Scaling(1, 5).Runs[:5]} },
}

var schemes = []string{"light", "dark"}

// rare skips a report in the dark with -short: the dark changes colours, and two of the reports have all of them.
func rare(t *testing.T, name, scheme string) {
	if scheme == "dark" && name != "judged" && name != "two-pods" {
		lab.Rare(t)
	}
}

// painted tells of each canvas whether something is drawn in it.
const painted = `[...document.querySelectorAll('figure canvas')].map((c) => {
  const small = new OffscreenCanvas(c.width / 4, c.height / 4);
  const context = small.getContext('2d', {willReadFrequently: true});
  context.drawImage(c, 0, 0, small.width, small.height);
  const pixels = context.getImageData(0, 0, small.width, small.height).data;
  const colors = new Set();
  for (let i = 0; i < pixels.length; i += 4) if (pixels[i + 3]) colors.add(pixels[i] << 16 | pixels[i + 1] << 8 | pixels[i + 2]);
  return colors.size > 4;
})`

// Every figure is drawn, nothing goes wrong, and no rule of accessibility is broken.
func TestFiguresAndAccessibility(t *testing.T) {
	axe := browser.AxeScript(t)
	for name, make := range reports {
		for _, scheme := range schemes {
			t.Run(name+"/"+scheme, func(t *testing.T) {
				rare(t, name, scheme)
				v := open(t, make(), look{1280, 900, scheme})
				v.drawAll()
				charts := eval[[]bool](v, painted)
				for i, full := range charts {
					if !full {
						t.Errorf("chart %d is empty", i)
					}
				}
				if bare := eval[int](v, "[...document.querySelectorAll('figure .plot')].filter((p) => !p.querySelector('canvas, svg > path')).length"); bare > 0 {
					t.Errorf("%d figures have no picture", bare)
				}
				browser.Accessible(v.ctx, t, axe, 20)
				v.quiet()
				v.shoot(name+"-"+scheme, scheme == "light")
			})
		}
	}
}

// shown returns what the first figure over time shows: from, to. allSame tells that all do.
const (
	timePlots = `[...document.querySelectorAll('.over figure .main')]`
	shown     = `(() => { const p = ` + timePlots + `[0]; return p.dataset.from + ' to ' + p.dataset.to; })()`
	allSame   = `new Set(` + timePlots + `.map((p) => p.dataset.from + ' ' + p.dataset.to)).size === 1`
)

// A box is a rectangle of the viewport.
type box struct{ X, Y, W, H float64 }

// plotBox returns where the lines of the first figure over time are.
func (v *view) plotBox() box {
	v.t.Helper()
	const expression = `(() => {
		const p = ` + timePlots + `[0];
		p.scrollIntoView({block: 'center', behavior: 'instant'});
		const b = p.querySelector('.u-over').getBoundingClientRect();
		return {X: b.x, Y: b.y, W: b.width, H: b.height};
	})()`
	return eval[box](v, expression)
}

// Dragging across one chart zooms in all of them; a double click shows everything.
func TestZoomAndCrosshairAreShared(t *testing.T) {
	v := open(t, reporttest.TwoPods(), wide)
	v.drawAll()
	whole := eval[string](v, shown)
	if whole != "0 to 89.13" {
		t.Errorf("at first %s s are shown", whole)
	}
	b := v.plotBox()
	v.do(chromedp.DragAndDropXY(b.X+b.W*0.25, b.Y+b.H/2, b.X+b.W*0.5, b.Y+b.H/2))
	v.until(`/^22.* to 44/.test(` + shown + `)`) // 0.25 and 0.5 of 89 s
	v.until(allSame)

	b = v.plotBox()
	v.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, b.X+b.W/2, b.Y+b.H/2))
	const at = `[...document.querySelectorAll('.over figure .key')].map((k) => k.dataset.at)`
	v.until(`new Set(` + at + `).size === 1 && /^33/.test(` + at + `[0])`)
	if value := eval[string](v, `document.querySelector('.over figure .key .value').textContent`); value == "" {
		t.Error("the key shows no value at the crosshair")
	}

	v.do(chromedp.MouseClickXY(b.X+b.W/2, b.Y+b.H/2, chromedp.ClickCount(2)))
	v.until(shown + ` === '` + whole + `' && ` + allSame)
	v.quiet()
}

func TestKeyboard(t *testing.T) {
	v := open(t, reporttest.TwoPods(), wide)
	v.drawAll()
	whole := eval[string](v, shown)
	v.plotBox()
	eval[bool](v, `(`+timePlots+`[0].focus(), true)`)
	v.do(chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowRight))
	v.until(`document.getElementById('live').textContent.includes(' s: lammps-m-0-0 ')`)
	v.do(chromedp.KeyEvent("+"))
	v.until(shown + ` !== '` + whole + `' && ` + allSame)
	v.do(chromedp.KeyEvent(kb.Escape))
	v.until(shown + ` === '` + whole + `'`)

	// From the top of the page everything can be reached with the Tab key.
	eval[bool](v, `(document.activeElement.blur(), scrollTo(0, 0), true)`)
	reached := map[string]bool{}
	for range 120 {
		v.do(chromedp.KeyEvent(kb.Tab))
		reached[eval[string](v, `(document.activeElement.id || document.activeElement.className || document.activeElement.tagName)`)] = true
	}
	for _, name := range []string{"skip", "theme", "plot main", "search", "SUMMARY"} {
		if !reached[name] {
			t.Errorf("the Tab key does not reach %q, only %v", name, reached)
		}
	}
	v.quiet()
}

func TestTable(t *testing.T) {
	v := open(t, reporttest.ManyPods(12), wide)
	const (
		rows   = `[...document.querySelectorAll('#all tbody tr')]`
		medium = rows + `.map((r) => Number(r.querySelectorAll('td')[5].textContent.replaceAll(',', '')))`
		header = `[...document.querySelectorAll('#all th button')].find((b) => b.textContent === 'Median')`
		sorted = `document.querySelector('#all th[aria-sort="%s"] button')?.textContent === 'Median'`
	)
	if n := eval[int](v, rows+`.length`); n != 50 {
		t.Errorf("%d rows at first", n)
	}
	v.do(chromedp.ScrollIntoView(chromedp.CSS("#search")), chromedp.SendKeys(chromedp.CSS("#search"), "m-0-11 RESIDENT"))
	v.until(rows + `.length === 4`)
	if text := eval[string](v, `document.getElementById('count').textContent`); !strings.HasPrefix(text, "4 of 4 rows found among 4") {
		t.Errorf("the count says %q", text)
	}
	eval[bool](v, `(`+header+`.click(), true)`)
	v.until(fmt.Sprintf(sorted, "descending"))
	v.until(medium + `.every((x, i, all) => i === 0 || all[i - 1] >= x)`)
	eval[bool](v, `(`+header+`.click(), true)`)
	v.until(fmt.Sprintf(sorted, "ascending"))
	v.until(medium + `.every((x, i, all) => i === 0 || all[i - 1] <= x)`)
	v.quiet()
}

// A line can be chosen, found by a search, and hidden again.
func TestLinesCanBeChosen(t *testing.T) {
	v := open(t, reporttest.ManyPods(64), wide)
	v.drawAll()
	const names = `[...document.querySelectorAll('.over figure')].at(-1).querySelector('.key').textContent`
	if text := eval[string](v, names); strings.Contains(text, "m-0-63 lmp (61)") {
		t.Fatalf("the line is shown at first: %s", text)
	}
	v.do(chromedp.ScrollIntoView(chromedp.CSS(".picker")), chromedp.Click(chromedp.CSS(".picker summary")),
		chromedp.SendKeys(chromedp.CSS(".picker input[type=search]"), "m-0-63 61"))
	v.until(`document.querySelectorAll('.picker li').length === 1`)
	v.do(chromedp.Click(chromedp.CSS(".picker li input")), chromedp.KeyEvent(kb.Escape))
	v.drawAll()
	v.until(names + `.includes('m-0-63 lmp (61)')`)
	v.do(chromedp.Evaluate[chromedp.Void](`[...document.querySelectorAll('.legend button')].find((b) => b.textContent.includes('m-0-63')).click()`))
	v.drawAll()
	v.until(`!` + names + `.includes('m-0-63 lmp (61)')`)
	v.quiet()
}

func TestTheme(t *testing.T) {
	v := open(t, reporttest.TwoPods(), look{1280, 900, "dark"})
	const paper = `getComputedStyle(document.body).backgroundColor`
	if color := eval[string](v, paper); color != "rgb(22, 24, 28)" {
		t.Errorf("a dark system has a page of %s", color)
	}
	v.do(chromedp.Click(chromedp.CSS("#theme")))
	v.until(paper + ` === 'rgb(255, 255, 255)'`)
	v.do(chromedp.Click(chromedp.CSS("#theme")))
	v.until(paper + ` === 'rgb(22, 24, 28)' && document.getElementById('theme').textContent === 'Theme: dark'`)
	v.quiet()
}

// Names that try to become HTML are shown as they are, and what they want is not done.
func TestHostileNames(t *testing.T) {
	const hostile = `</script><img src=x onerror=alert(1)>"'`
	v := open(t, reporttest.Renamed(reporttest.ManyPods(3), hostile), wide)
	v.drawAll()
	v.do(chromedp.Evaluate[chromedp.Void](`document.querySelector('.picker').open = true`))
	if images := eval[int](v, `document.images.length`); images != 0 {
		t.Errorf("%d images", images)
	}
	if seen := strings.Count(eval[string](v, `document.body.innerText`), hostile); seen < 20 {
		t.Errorf("the names are shown %d times only", seen)
	}
	v.quiet()
}

// The policy refuses what the page itself never does, and this test would see it.
func TestPolicyRefusesRequests(t *testing.T) {
	v := open(t, reporttest.TwoPods(), wide)
	v.quiet()
	v.do(chromedp.Evaluate[chromedp.Void](`{ new Image().src = 'http://127.0.0.1:9/x.png'; }`))
	v.do(chromedp.Evaluate[chromedp.Void](`{ const s = document.createElement('style'); s.textContent = 'p{}'; document.head.append(s); }`))
	for end := time.Now().Add(10 * time.Second); v.count() < 2; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("the browser refused %d of 2 things: %q", v.count(), v.said)
		}
	}
	if refused := eval[string](v, `(() => { try { document.body.innerHTML = '<b>'; return ''; } catch (e) { return e.name; } })()`); refused != "TypeError" {
		t.Errorf("text became HTML: %q", refused)
	}
}

// count returns the number of messages.
func (v *view) count() int {
	v.mu.Lock()
	defer v.mu.Unlock()
	return len(v.said)
}

// A million values of a thousand pods are on the screen within two seconds, or four on a busy machine.
func TestAMillionValuesOpenQuickly(t *testing.T) {
	lab.Rare(t)
	r := &report.Report{Runs: []report.Run{reporttest.Processes("big", 1000, 1, 125)}}
	v := open(t, r, wide)
	reload := time.Now()
	v.do(chromedp.Reload(), chromedp.WaitReady(chromedp.CSS(`figure canvas, figure svg`)))
	took := time.Since(reload)
	ready := eval[float64](v, `performance.now()`)
	t.Logf("the first chart was there after %s (%.0f ms by the page's clock)", took.Round(time.Millisecond), ready)
	if took > 4*time.Second {
		t.Errorf("the page took %s", took)
	}
	v.quiet()
}
