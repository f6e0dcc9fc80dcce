package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/latchkey-dev/latchkey/fn"
)

// BenchmarkFunction times the function in this process: parse, process, print.
func BenchmarkFunction(b *testing.B) {
	for _, bm := range []struct {
		name, template string
		items          int
	}{
		{"1 MiniCluster", miniCluster, 1},
		{"100 MiniClusters", miniCluster, 100},
		{"1000 MiniClusters", miniCluster, 1000},
		{"1000 foreign items", foreign, 1000},
	} {
		b.Run(bm.name, func(b *testing.B) {
			input := list(b, bm.template, bm.items)
			b.SetBytes(int64(len(input)))
			b.ReportAllocs()
			for b.Loop() {
				if code := fn.Run(bytes.NewReader(input), io.Discard, io.Discard); code != fn.ExitOK {
					b.Fatalf("exit code %d", code)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*bm.items), "µs/item")
		})
	}
}

func list(tb testing.TB, template string, items int) []byte {
	tb.Helper()
	var input bytes.Buffer
	if err := writeList(&input, template, items, ""); err != nil {
		tb.Fatal(err)
	}
	return input.Bytes()
}

// TestInputs wants every input of the benchmarks to be accepted, because refusing an input takes little time.
func TestInputs(t *testing.T) {
	dir := t.TempDir()
	if err := writeInputs(dir, 2); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(listFile(dir, "*"))
	if err != nil || len(files) == 0 {
		t.Fatal(err, len(files))
	}
	for _, file := range files {
		input, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var problems bytes.Buffer
		if code := fn.Run(bytes.NewReader(input), io.Discard, &problems); code != fn.ExitOK {
			t.Errorf("%s: exit code %d\n%s", file, code, problems.String())
		}
	}
}
