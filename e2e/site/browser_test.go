//go:build e2e

package site

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
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/latchkey-dev/latchkey/e2e/internal/browser"
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
	browser.Call(b.ctx, t, network.Enable, network.EnableParams{})
	browser.Call(b.ctx, t, log.Enable, cdp.Empty{})
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
	browser.Do(b.ctx, t, chromedp.Navigate(b.server+path), chromedp.WaitReady(chromedp.CSS(".VPDoc")))
	browser.Until(b.ctx, t, `!!document.querySelector('#app')?.__vue_app__`) // its script has taken over
}

// size sets the width of the window, and the colours that the system prefers.
func (b *tab) size(t *testing.T, width int64, scheme string) {
	t.Helper()
	browser.Call(b.ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: "reduce"}},
	})
	browser.Do(b.ctx, t, chromedp.EmulateViewport(width, 900))
	browser.Until(b.ctx, t, fmt.Sprintf("innerWidth === %d", width))
}

// shoot keeps a picture of the page in the folder LATCHKEY_E2E_SCREENSHOTS.
func (b *tab) shoot(t *testing.T, name string) {
	t.Helper()
	dir := os.Getenv("LATCHKEY_E2E_SCREENSHOTS")
	if dir == "" {
		return
	}
	if err := os.WriteFile(filepath.Join(dir, name+".png"), browser.Get(b.ctx, t, chromedp.CaptureScreenshot()), 0o600); err != nil {
		t.Error(err)
	}
}
