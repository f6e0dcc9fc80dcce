package fn_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/latchkey-dev/latchkey/fn"
)

// repeated is a string with a number in it, many times.
func repeated(many int, format string) string {
	var text strings.Builder
	for at := range many {
		fmt.Fprintf(&text, format, at)
	}
	return text.String()
}

// TestHostileSize reads files with very many mistakes: it tells some mistakes of an object and how many more there
// are, and the time grows with the size.
func TestHostileSize(t *testing.T) {
	t.Parallel()
	const many = 1_200
	metrics := strings.Replace(strings.Split(set, "  size")[0], "MiniCluster", "MetricSet", 1) + "  metrics:\n"
	attached := strings.Replace(metrics, "  name: lammps\n", "  name: a%d\n  annotations: {latchkey.dev/attach-to: x}\n", 1) + "  - name: perf-sysstat\n---\n"
	for name, tc := range map[string]struct{ text, want string }{
		"unknown fields":      {set + repeated(many, "  field%d: 1\n"), "901 or more problems of this object are not shown"},
		"unknown annotations": {strings.Replace(set, "metadata:\n", "metadata:\n  annotations:\n"+repeated(many, "    latchkey.dev/x%d: a\n"), 1), "900 or more problems of this object are not shown"},
		"wrong labels":        {strings.Replace(set, "metadata:\n", "metadata:\n  labels:\n"+repeated(many, "    'x%d ': a\n"), 1), "900 or more problems of this object are not shown"},
		"wrong variables":     {set + "    environment:\n" + repeated(many, "      '%d ': x\n"), "900 or more problems of this object are not shown"},
		"unknown options":     {metrics + "  - name: io-fio\n    options:\n" + repeated(many, "      opt%d: a\n"), "901 or more problems of this object are not shown"},
		"unknown metrics":     {metrics + repeated(many, "  - name: io-fi%d\n"), "900 or more problems of this object are not shown"},
		"no objects":          {repeated(many, "a: %d\n---\n"), "this is not a Kubernetes object"},
		"nothing to join":     {repeated(many/5, attached), "there is no MiniCluster"},
		"volumes":             {set + "    volumes:\n" + repeated(many/5, "      v%d: {path: /m%[1]d, claimName: c}\n"), ""},
	} {
		before := time.Now()
		items, results := fn.ParseDocuments("f.yaml", []byte(tc.text))
		out := processed(t, &fn.ResourceList{Items: items}, fn.Settings{})
		results = append(results, out.Results...)
		told := tc.want == ""
		for _, result := range results {
			told = told || strings.Contains(result.Message, tc.want)
		}
		if !told {
			t.Errorf("%s: no finding says %q, the last is %s", name, tc.want, fn.Line(results[len(results)-1]))
		}
		if seconds := time.Since(before).Seconds(); seconds > 15 {
			t.Errorf("%s: it takes %.0f s", name, seconds)
		}
	}
}
