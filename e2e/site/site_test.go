//go:build e2e

package site

import (
	"encoding/json"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/latchkey-dev/latchkey/e2e/internal/browser"
	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
)

// built is the folder into which `make site` writes.
const built = "../../bin/site"

// policy is how the Content-Security-Policy of each page begins.
const policy = `http-equiv="Content-Security-Policy" content="default-src 'self'; script-src 'self' 'sha256-`

var widths = []int64{390, 820, 1280}

// shown are the pages that are looked at in both colour schemes and at all widths. All pages are looked at once.
var shown = []string{"/index.html", "/tutorials/first-set.html", "/reference/minicluster.html", "/graph.html"}

// pages are the paths of all pages.
func pages(t *testing.T) []string {
	t.Helper()
	var all []string
	err := filepath.WalkDir(built, func(name string, _ fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(name, ".html") && filepath.Base(name) != "404.html" {
			all = append(all, "/"+filepath.ToSlash(strings.TrimPrefix(name, built+"/")))
		}
		return err
	})
	if err != nil {
		lab.Missing(t, "site", "make site builds it: "+err.Error())
	}
	return all
}

// TestSite opens every page. No page is wider than its window, breaks a rule of accessibility, asks another server for
// anything, or has a link that leads nowhere.
func TestSite(t *testing.T) {
	all := pages(t)
	axe := browser.AxeScript(t)
	server := httptest.NewServer(http.FileServer(http.Dir(built)))
	t.Cleanup(server.Close)
	b := newTab(t, server.URL)
	links := linkCheck{ids: map[string][]string{}, from: map[string]string{}}
	for _, page := range all {
		t.Run(page, func(t *testing.T) {
			b.size(t, widths[2], "light")
			b.show(t, page)
			if text, err := os.ReadFile(built + page); err != nil || !strings.Contains(string(text), policy) {
				t.Errorf("the page has no Content-Security-Policy: %v", err)
			}
			links.read(t, b, page)
			if !testing.Short() { // pages differ in their words, and those of shown are judged below
				browser.Accessible(b.ctx, t, axe, 15)
			}
			for _, width := range widths {
				b.size(t, width, "light")
				fits(t, b)
			}
			b.quiet(t)
		})
	}
	if text, err := os.ReadFile(built + "/schema.json"); err != nil || !json.Valid(text) {
		t.Errorf("the site has no schema of the kinds: %v", err)
	}
	t.Run("links", func(t *testing.T) { links.check(t, server.URL) })
	for _, page := range shown {
		for _, scheme := range []string{"light", "dark"} {
			for _, width := range widths {
				name := strings.Join([]string{strings.TrimSuffix(path.Base(page), ".html"), scheme, strconv.FormatInt(width, 10)}, "-")
				t.Run(name, func(t *testing.T) {
					b.size(t, width, scheme)
					b.show(t, page)
					browser.Accessible(b.ctx, t, axe, 15)
					b.shoot(t, name)
					b.quiet(t)
				})
			}
		}
	}
}

// fits expects that nobody has to scroll a page sideways.
func fits(t *testing.T, b *tab) {
	t.Helper()
	const wider = `[document.documentElement.scrollWidth, innerWidth]`
	if sizes := browser.Eval[[]int](b.ctx, t, wider); sizes[0] > sizes[1] {
		t.Errorf("the page is %d wide in a window of %d", sizes[0], sizes[1])
	}
}

// TestSearch finds a page without a server that searches.
func TestSearch(t *testing.T) {
	pages(t)
	server := httptest.NewServer(http.FileServer(http.Dir(built)))
	t.Cleanup(server.Close)
	b := newTab(t, server.URL)
	b.size(t, widths[2], "light")
	b.show(t, "/")
	const results = `[...document.querySelectorAll('.VPLocalSearchBox .result')].map((r) => r.getAttribute('href'))`
	browser.Eval[bool](b.ctx, t, `document.querySelector('.DocSearch-Button').click() || true`)
	browser.Until(b.ctx, t, `!!document.querySelector('.VPLocalSearchBox input')`)
	browser.Eval[bool](b.ctx, t, `(() => { const i = document.querySelector('.VPLocalSearchBox input'); i.value = 'onDisruption'; return i.dispatchEvent(new Event('input')); })()`)
	browser.Until(b.ctx, t, results+`.length > 0`)
	if found := browser.Eval[[]string](b.ctx, t, results); !slices.ContainsFunc(found, func(href string) bool { return strings.HasPrefix(href, "/running.html") }) {
		t.Errorf("a search for onDisruption finds %q", found)
	}
	b.shoot(t, "search")
	b.quiet(t)
}

// A linkCheck collects the links and the anchors of all pages.
type linkCheck struct {
	ids  map[string][]string // of each page
	from map[string]string   // a page that has the link
}

func (l *linkCheck) read(t *testing.T, b *tab, page string) {
	t.Helper()
	l.ids[page] = browser.Eval[[]string](b.ctx, t, `[...document.querySelectorAll('[id]')].map((e) => e.id)`)
	for _, href := range browser.Eval[[]string](b.ctx, t, `[...document.querySelectorAll('a[href]')].map((a) => a.href)`) {
		l.from[href] = page
	}
}

// inRepository matches a link to a file or a folder of the repository.
var inRepository = regexp.MustCompile(`^https://github\.com/latchkey-dev/latchkey/(?:blob|tree)/[^/]+/([^#?]+)`)

func (l *linkCheck) check(t *testing.T, server string) {
	t.Helper()
	inside := 0
	for href, page := range l.from {
		if file := inRepository.FindStringSubmatch(href); file != nil {
			if _, err := os.Stat(filepath.Join("../..", file[1])); err != nil {
				t.Errorf("%s links to %s: %v", page, href, err)
			}
			continue
		}
		target, ours := strings.CutPrefix(href, server)
		if !ours {
			continue // it is not ours, and there may be no network
		}
		inside++
		at, anchor, _ := strings.Cut(target, "#")
		if strings.HasSuffix(at, "/") {
			at = path.Join(at, "index.html")
		}
		ids, found := l.ids[at]
		switch {
		case !found:
			t.Errorf("%s links to %s, which is not a page", page, target)
		case anchor != "" && !slices.Contains(ids, anchor):
			t.Errorf("%s links to %s, which has no such anchor", page, target)
		}
	}
	if inside < 200 {
		t.Errorf("only %d links within the site were found", inside)
	}
}
