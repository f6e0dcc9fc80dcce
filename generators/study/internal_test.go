package study

import (
	"errors"
	"go/constant"
	"strings"
	"testing"
)

func TestEvaluate(t *testing.T) {
	t.Parallel()
	lookup := func(name string) (constant.Value, error) {
		if name != "n" && name != "type" {
			return nil, errors.New("unknown " + name)
		}
		return constant.MakeInt64(7), nil
	}
	for _, row := range []struct {
		text string
		want int64
		err  string
	}{
		{text: "n * 96", want: 672},
		{text: "(n+1)/2", want: 4},
		{text: "(n / 2) * 2", want: 7},
		{text: "n % 4 - 5", want: -2},
		{text: "-n", want: -7},
		{text: "12", want: 12},
		{text: "type * 2", want: 14},
		{text: "n / 2", err: "not an integer"},
		{text: "n / (n - 7)", err: "divides by zero"},
		{text: "n % 0", err: "divides by zero"},
		{text: "n/2 % 2", err: "% takes integers"},
		{text: "m", err: "unknown m"},
		{text: "n * 9223372036854775807", err: "64 bits"},
		{text: "", err: "not arithmetic"},
		{text: "n n", err: "not arithmetic"},
		{text: "n << 2", err: "not arithmetic"},
		{text: "1.5 * 2", err: "not arithmetic"},
		{text: "f(n)", err: "not arithmetic"},
		{text: "n // 2", err: "not arithmetic"},
		{text: "n /* 2 */", err: "not arithmetic"},
		{text: "n * 010", err: "not arithmetic"},
		{text: "n * 0x10", err: "not arithmetic"},
		{text: "n * 1_000", err: "not arithmetic"},
		{text: "n * 1e3", err: "not arithmetic"},
		{text: "n.n", err: "not arithmetic"},
		{text: "!n", err: "not arithmetic"},
		{text: `"a"`, err: "not arithmetic"},
		{text: "n +" + strings.Repeat(" 1 +", 60) + " 1", err: "characters"},
	} {
		got, err := evaluate(row.text, lookup)
		if got != row.want || (err == nil) != (row.err == "") || err != nil && !strings.Contains(err.Error(), row.err) {
			t.Errorf("%q: %d, %v; want %d, %q", row.text, got, err, row.want, row.err)
		}
	}
}

func TestReplaced(t *testing.T) {
	t.Parallel()
	words := map[string]string{"A": "B", "B": "$(x) 'y'", "NODES": ""}
	for text, want := range map[string]string{
		"": "", "A": "B", "A B AB A_ 1A": "B $(x) 'y' AB A_ 1A", "-n NODES,A": "-n ,B", "ä A ü": "ä B ü", "\nA\n": "\nB\n",
	} {
		if got := replaced(text, words, map[string]bool{}); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
