//go:build e2e

// Package browser drives a page in chromium: it runs actions, waits for expressions, and applies axe-core.
package browser

import (
	"context"
	"encoding/json"
	"os"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"

	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
)

// Do does actions in the tab of a context.
func Do(tab context.Context, t *testing.T, actions ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	if err := chromedp.Do(tab, actions...); err != nil {
		t.Fatal(err)
	}
}

// Get returns the value of an action.
func Get[T any](tab context.Context, t *testing.T, action chromedp.Action[T]) T {
	t.Helper()
	value, err := chromedp.Run(tab, action)
	if err != nil {
		t.Fatal(err)
	}
	return value
}

// Eval returns the value of an expression.
func Eval[T any](tab context.Context, t *testing.T, expression string) T {
	t.Helper()
	return Get(tab, t, chromedp.Evaluate[T](expression))
}

// Call runs a command of the browser's protocol.
func Call[P, R any](tab context.Context, t *testing.T, command cdp.Command[P, R], params P) {
	t.Helper()
	if _, err := chromedp.Call(tab, command, params); err != nil {
		t.Fatal(err)
	}
}

// Until waits for an expression to be true.
func Until(tab context.Context, t *testing.T, expression string) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); !Eval[bool](tab, t, expression); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("never true: %s", expression)
		}
	}
}

// AxeScript returns axe-core, which make fetches into ./bin.
func AxeScript(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../bin/axe.min.js")
	if err != nil {
		lab.Missing(t, "axe", "make bin/axe.min.js fetches it")
	}
	return string(text)
}

// Accessible expects no violation of the rules of axe-core, and that it applied a number of rules.
func Accessible(tab context.Context, t *testing.T, axe string, rules int) {
	t.Helper()
	if !Eval[bool](tab, t, "'axe' in window") {
		Do(tab, t, chromedp.Evaluate[chromedp.Void](axe))
	}
	text := Get(tab, t, chromedp.Evaluate[string](`axe.run(document).then((r) => JSON.stringify({
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
	if result.Rules < rules {
		t.Errorf("axe-core applied %d rules only", result.Rules)
	}
	for _, violation := range result.Violations {
		t.Error(violation)
	}
}
