//go:build e2e

package differential

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
)

// olderField is a file of v1alpha2 with the field existingVolumes of an older release. Only Latchkey reads it, and v1alpha1 has a field
// of this name, so that no row of docs/refusals.md can say it.
const olderField = "minicluster-v1alpha2/elasticity-horizontal-autoscaler-v2-custom-metric-minicluster.yaml"

// readSeeds returns the packages to change: the corpus, the examples, and testdata, which uses more fields. The weight of a
// kind and version is the number of its files. Files directly in testdata count ten times.
func readSeeds(t *testing.T) []seed {
	t.Helper()
	const weight = 10
	var all []seed
	for _, source := range []struct {
		pattern string
		times   int
	}{ // in an order, so that one seed always makes the same inputs
		{filepath.Join(lab.CorpusDir, "*", "*.yaml"), 1},
		{filepath.Join(lab.ExamplesDir, "*", "input.yaml"), 1},
		{filepath.Join("testdata", "*.yaml"), weight},
	} {
		paths, err := filepath.Glob(source.pattern)
		if err != nil || len(paths) == 0 {
			t.Fatalf("no files %s: %v", source.pattern, err)
		}
		for _, path := range paths {
			if strings.HasSuffix(path, olderField) {
				continue
			}
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			found := newSeed(path, data)
			for range source.times {
				if len(found.sources) > 0 {
					all = append(all, found)
				}
			}
		}
	}
	return all
}

func newSeed(path string, data []byte) seed {
	found := seed{name: path, objects: documents(data)}
	for i, object := range found.objects {
		if strings.HasPrefix(textOf(object, "apiVersion"), group+"/") {
			found.sources = append(found.sources, i)
		}
	}
	return found
}
