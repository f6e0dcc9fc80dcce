//go:build e2e

package page

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/latchkey-dev/latchkey/e2e/internal/browser"
	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
	"github.com/latchkey-dev/latchkey/internal/report"
	"github.com/latchkey-dev/latchkey/internal/report/html"
)

// A view is a page in a browser of its own.
type view struct {
	t   *testing.T
	ctx context.Context

	mu       sync.Mutex
	said     []string // console messages, exceptions and refusals
	requests []string // of anything but the file itself
	asked    bool     // for the file itself
}

// look is how a page is opened.
type look struct {
	width, height int64
	scheme        string // light or dark
}

var wide = look{1280, 900, "light"}

// open writes the page of a report and opens it.
func open(t *testing.T, r *report.Report, how look) *view {
	t.Helper()
	file := filepath.Join(t.TempDir(), "report.html")
	out, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	if r.Comparison == nil {
		if err := report.Compare(r, report.Options{}); err != nil {
			t.Fatal(err)
		}
	}
	if err := html.Write(out, r); err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	return openFile(t, file, how)
}

// openFile opens a page and waits until its script has run.
func openFile(t *testing.T, file string, how look) *view {
	t.Helper()
	ctx, end := chromedp.NewContext(chromiumOf(t))
	t.Cleanup(end)
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	t.Cleanup(cancel)
	v := &view{t: t, ctx: ctx}
	url := "file://" + file
	if err := chromedp.Listen(ctx, func(event any) { v.note(url, event) }); err != nil {
		t.Fatal(err)
	}
	call(v, network.Enable, network.EnableParams{})
	call(v, log.Enable, cdp.Empty{})
	call(v, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: how.scheme}},
	})
	v.do(
		chromedp.EmulateViewport(how.width, how.height),
		chromedp.Navigate(url),
		chromedp.WaitReady(chromedp.CSS(`html[data-ready="true"]`)),
	)
	return v
}

// Started is the browser of all tests.
var started struct {
	ctx  context.Context
	stop []context.CancelFunc
}

// chromiumOf starts the browser for the first test. Each test has a tab of its own.
func chromiumOf(t *testing.T) context.Context {
	t.Helper()
	if started.ctx != nil {
		return started.ctx
	}
	options := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]), chromedp.ExecPath(chromium(t)), chromedp.NoSandbox,
		chromedp.Flag("disable-dev-shm-usage", true), chromedp.Flag("force-color-profile", "srgb"))
	allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, end := chromedp.NewContext(allocator)
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("start %s: %v", chromium(t), err)
	}
	started.ctx, started.stop = ctx, []context.CancelFunc{end, stop}
	return ctx
}

// stopBrowser ends the browser.
func stopBrowser() {
	for _, stop := range started.stop {
		stop()
	}
}

// chromium returns the path of a browser, or skips the test.
func chromium(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"chromium-browser", "google-chrome", "headless_shell"} {
		if path, err := lab.LookUp(name); err == nil {
			return path
		}
	}
	return lab.Tool(t, "chromium")
}

// note keeps what must not happen.
func (v *view) note(url string, event any) {
	v.mu.Lock()
	defer v.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventConsoleAPICalled:
		v.said = append(v.said, fmt.Sprintf("console.%s: %s", e.Type, e.Args[0].Value))
	case *runtime.EventExceptionThrown:
		v.said = append(v.said, exceptionText(e.ExceptionDetails))
	case *log.EventEntryAdded:
		v.said = append(v.said, string(e.Entry.Source)+": "+e.Entry.Text)
	case *network.EventRequestWillBeSent:
		switch {
		case e.Request.URL == url:
			v.asked = true
		case strings.HasPrefix(e.Request.URL, "blob:"): // a picture that the page itself has made
		default:
			v.requests = append(v.requests, e.Request.URL)
		}
	case *cdppage.EventJavascriptDialogOpening:
		v.said = append(v.said, "dialog: "+e.Message)
	}
}

// quiet expects no message, no exception, nothing that the policy refused, and no request.
func (v *view) quiet() {
	v.t.Helper()
	v.mu.Lock()
	defer v.mu.Unlock()
	if len(v.said) > 0 {
		v.t.Errorf("the browser's console has:\n%s", strings.Join(v.said, "\n"))
	}
	if !v.asked {
		v.t.Error("the test saw no request for the page: it would not see others")
	}
	if len(v.requests) > 0 {
		v.t.Errorf("the page asked for %q", v.requests)
	}
}

// exceptionText tells what was thrown, and where.
func exceptionText(e *runtime.ExceptionDetails) string {
	text := e.Text
	if e.Exception != nil {
		text += " " + e.Exception.Description
	}
	return fmt.Sprintf("exception at %d:%d: %s", e.LineNumber+1, e.ColumnNumber+1, text)
}

// do does actions in the browser.
func (v *view) do(actions ...chromedp.Action[chromedp.Void]) {
	v.t.Helper()
	browser.Do(v.ctx, v.t, actions...)
}

// get returns the value of an action.
func get[T any](v *view, action chromedp.Action[T]) T {
	v.t.Helper()
	return browser.Get(v.ctx, v.t, action)
}

// call runs a command of the browser's protocol.
func call[P, R any](v *view, command cdp.Command[P, R], params P) {
	v.t.Helper()
	browser.Call(v.ctx, v.t, command, params)
}

// eval returns the value of an expression.
func eval[T any](v *view, expression string) T {
	v.t.Helper()
	return browser.Eval[T](v.ctx, v.t, expression)
}

// until waits for an expression to be true.
func (v *view) until(expression string) {
	v.t.Helper()
	browser.Until(v.ctx, v.t, expression)
}

// drawAll scrolls through the page, so that every figure is drawn, and back.
func (v *view) drawAll() {
	v.t.Helper()
	const scroll = `(async () => {
		const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
		for (const figure of document.querySelectorAll('figure')) {
			figure.scrollIntoView({behavior: 'instant'});
			while (!figure.querySelector('.plot canvas, .plot svg')) await frame();
		}
		scrollTo({top: 0, behavior: 'instant'});
		await frame();
		return true;
	})()`
	if _, err := chromedp.Run(v.ctx, chromedp.Evaluate[bool](scroll, chromedp.EvalAwaitPromise)); err != nil {
		v.t.Fatalf("not all figures are drawn: %v", err)
	}
}

// shoot keeps a picture of the whole page, and its print, in the folder LATCHKEY_E2E_SCREENSHOTS.
func (v *view) shoot(name string, printed bool) {
	v.t.Helper()
	dir := os.Getenv("LATCHKEY_E2E_SCREENSHOTS")
	if dir == "" {
		return
	}
	v.drawAll()
	v.keep(dir, name+".png", get(v, chromedp.FullScreenshot(100)))
	if printed {
		v.keep(dir, name+".pdf", get(v, chromedp.PrintToPDF(chromedp.PDFPreferCSSPageSize())))
	}
}

func (v *view) keep(dir, name string, content []byte) {
	v.t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
		v.t.Error(err)
	}
}
