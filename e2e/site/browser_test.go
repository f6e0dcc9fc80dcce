//go:build e2e

package site

import (
	"context"
	"encoding/json"
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
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
)

// A tab shows one page of the site after the other, and notes what must not happen.
type tab struct {
	ctx    context.Context
	server string

	mu       sync.Mutex
	problems []string
	requests int
}

var stop = []context.CancelFunc{}

func stopBrowser() {
	for _, end := range slices.Backward(stop) {
		end()
	}
}

// newTab starts the browser, or skips the test.
func newTab(t *testing.T, server string) *tab {
	t.Helper()
	options := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]), chromedp.ExecPath(lab.Tool(t, "chromium")),
		chromedp.NoSandbox, chromedp.Flag("disable-dev-shm-usage", true))
	allocator, end := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, endTab := chromedp.NewContext(allocator)
	ctx, endTime := context.WithTimeout(ctx, 10*time.Minute)
	stop = append(stop, end, endTab, endTime)
	b := &tab{ctx: ctx, server: server}
	if err := chromedp.Listen(ctx, b.note); err != nil {
		t.Fatal(err)
	}
	call(t, b, network.Enable, network.EnableParams{})
	call(t, b, log.Enable, cdp.Empty{})
	return b
}

func (b *tab) note(event any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventConsoleAPICalled:
		b.problems = append(b.problems, fmt.Sprintf("console.%s: %s", e.Type, e.Args[0].Value))
	case *runtime.EventExceptionThrown:
		b.problems = append(b.problems, "exception: "+e.ExceptionDetails.Text)
	case *log.EventEntryAdded:
		b.problems = append(b.problems, string(e.Entry.Source)+": "+e.Entry.Text+" "+e.Entry.URL)
	case *network.EventRequestWillBeSent:
		b.requests++
		if url := e.Request.URL; !strings.HasPrefix(url, b.server) && !strings.HasPrefix(url, "data:") {
			b.problems = append(b.problems, "a request leaves: "+url)
		}
	}
}

// quiet expects that the browser had nothing to tell since the last call, and that it asked for pages.
func (b *tab) quiet(t *testing.T) {
	t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, problem := range b.problems {
		t.Error(problem)
	}
	if b.requests == 0 {
		t.Error("the test saw no request: it would not see any that leaves")
	}
	b.problems, b.requests = nil, 0
}

// show opens a page.
func (b *tab) show(t *testing.T, path string) {
	t.Helper()
	do(t, b, chromedp.Navigate(b.server+path), chromedp.WaitReady(chromedp.CSS(".VPDoc")))
	until(t, b, `!!document.querySelector('#app')?.__vue_app__`) // its script has taken over
}

// size sets the width of the window, and the colours that the system prefers.
func (b *tab) size(t *testing.T, width int64, scheme string) {
	t.Helper()
	call(t, b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: "reduce"}},
	})
	do(t, b, chromedp.EmulateViewport(width, 900))
	until(t, b, fmt.Sprintf("innerWidth === %d", width))
}

// accessible expects no violation of the rules of axe-core.
func (b *tab) accessible(t *testing.T, axe string) {
	t.Helper()
	if !eval[bool](t, b, "'axe' in window") {
		do(t, b, chromedp.Evaluate[chromedp.Void](axe))
	}
	text := get(t, b, chromedp.Evaluate[string](`axe.run(document).then((r) => JSON.stringify({
		rules: r.passes.length,
		violations: r.violations.map((x) => x.id + ': ' + x.help + ': ' + x.nodes.slice(0, 3).map((n) => n.html + ' ' + n.failureSummary).join('; ')),
	}))`, chromedp.EvalAwaitPromise))
	var result struct {
		Rules      int
		Violations []string
	}
	if err := json.Unmarshal([]byte(text), &result); err != nil {
		t.Fatal(err)
	}
	if result.Rules < 15 {
		t.Errorf("axe-core applied %d rules only", result.Rules)
	}
	for _, violation := range result.Violations {
		t.Error(violation)
	}
}

// shoot keeps a picture of the page in the folder LATCHKEY_E2E_SCREENSHOTS.
func (b *tab) shoot(t *testing.T, name string) {
	t.Helper()
	dir := os.Getenv("LATCHKEY_E2E_SCREENSHOTS")
	if dir == "" {
		return
	}
	if err := os.WriteFile(filepath.Join(dir, name+".png"), get(t, b, chromedp.CaptureScreenshot()), 0o600); err != nil {
		t.Error(err)
	}
}

func do(t *testing.T, b *tab, actions ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	if err := chromedp.Do(b.ctx, actions...); err != nil {
		t.Fatal(err)
	}
}

func get[T any](t *testing.T, b *tab, action chromedp.Action[T]) T {
	t.Helper()
	value, err := chromedp.Run(b.ctx, action)
	if err != nil {
		t.Fatal(err)
	}
	return value
}

func eval[T any](t *testing.T, b *tab, expression string) T {
	t.Helper()
	return get(t, b, chromedp.Evaluate[T](expression))
}

func call[P, R any](t *testing.T, b *tab, command cdp.Command[P, R], params P) {
	t.Helper()
	if _, err := chromedp.Call(b.ctx, command, params); err != nil {
		t.Fatal(err)
	}
}

// until waits for an expression to be true.
func until(t *testing.T, b *tab, expression string) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); !eval[bool](t, b, expression); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("never true: %s", expression)
		}
	}
}
