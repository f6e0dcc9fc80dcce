//go:build e2e

package differential

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
)

// The flags of `make differential`. The defaults are the values of `make e2e`.
var (
	randomSeed = flag.Uint64("seed", 1, "makes the same inputs again")
	cases      = flag.Int("cases", 1500, "number of inputs")
	limit      = flag.Duration("for", 30*time.Second, "begin no further input after this time")
	only       = flag.String("only", "", "judge only the inputs of these numbers, for example 603,1217")
)

// workers is the number of inputs that are judged at a time.
const workers = 8

// sharedDir is the folder with corpus and crds.
const sharedDir = lab.CorpusDir + "/.."

// TestDifferential compares Latchkey with the API server on the corpus, the examples and random inputs.
func TestDifferential(t *testing.T) {
	l := lab.Need(t)
	if _, err := os.Stat(lab.CorpusDir); err != nil {
		lab.Missing(t, "corpus", "no folder shared/corpus beside this checkout")
	}
	// kubectl takes "minicluster" for the kind of the first group by name, and another test may have made the public CRDs.
	definitions := readDefinitions(t, filepath.Join(sharedDir, "crds"), "z-"+l.Namespace+"."+group)
	seeds := readSeeds(t)
	server := newServer(t, l)
	definitions.create(t, server)
	lab.Until(t, "the service account that a pod needs", 10*time.Second, func() bool {
		_, err := l.Kubectl("", "get", "serviceaccount", "default")
		return err == nil
	})
	j := &comparer{server: server, definitions: definitions, namespace: l.Namespace, rules: readRules(t, "../../docs/refusals.md")}
	started := time.Now()
	r, err := tryAll(j, seeds)
	if err != nil {
		t.Fatal(err)
	}
	if faults := r.print(t.Output(), time.Since(started)); faults > 0 {
		t.Errorf("%d classes of faults", faults)
	}
}

// tryAll judges the seeds as they are and then the trials, in several workers.
func tryAll(j *comparer, seeds []seed) (*report, error) {
	r := newReport(j, len(seeds))
	whole := unchanged(seeds)
	end := time.Now().Add(*limit)
	var next atomic.Uint64
	var group sync.WaitGroup
	failed := make(chan error, workers)
	for range workers {
		group.Go(func() {
			for {
				number := next.Add(1)
				isWhole := number <= uint64(len(whole))
				if !isWhole && (number > uint64(len(whole)+*cases) || time.Now().After(end)) {
					return
				}
				if *only != "" && !slices.Contains(strings.Split(*only, ","), strconv.FormatUint(number, 10)) {
					continue
				}
				var t trial
				if isWhole {
					t = whole[number-1]
				} else {
					t = newTrial(seeds, j.definitions, *randomSeed, number-uint64(len(whole)))
				}
				found, err := j.try(t)
				if err != nil {
					failed <- fmt.Errorf("input %d: %w", number, err)
					return
				}
				r.add(number, t, found)
			}
		})
	}
	group.Wait()
	select {
	case err := <-failed:
		return nil, err
	default:
		return r, nil
	}
}
