//go:build e2e

package large

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
	"github.com/latchkey-dev/latchkey/internal/turn"
)

// TestTurns lets many sets of a study wait for their turns, and counts what they ask the API server. They wait in this program,
// because a node has no room for so many pods. Each asks at least twice, as the last one's pause is over when the time is up.
func TestTurns(t *testing.T) {
	count := number(t, "LATCHKEY_LARGE_TURNS", 10)
	l := lab.Need(t)
	var names, manifests []string
	waiting := strings.NewReplacer("namespace: default", "namespace: "+l.Namespace, "SIZE", "1", "spec:\n  replicatedJobs", "spec:\n  suspend: true\n  replicatedJobs")
	bare := waiting.Replace(read(t, "testdata", "bare.yaml"))
	for i := range count {
		names = append(names, fmt.Sprintf("large-%d", i))
		manifests = append(manifests, strings.ReplaceAll(bare, "name: large\n", "name: "+names[i]+"\n"))
	}
	l.Apply(t, []byte(strings.Join(manifests, "---\n")))
	sets := proxy(t, l) + "/apis/jobset.x-k8s.io/v1alpha2/namespaces/" + l.Namespace + "/jobsets/"
	for _, parallel := range []int{1, 8} {
		t.Run(fmt.Sprintf("parallel %d", parallel), func(t *testing.T) {
			t.Parallel()
			wait(t, sets, names, parallel)
		})
	}
}

// wait lets all sets but the first ones wait, and tells how many questions that took.
func wait(t *testing.T, sets string, names []string, parallel int) {
	t.Helper()
	var asked atomic.Int64
	took := min(5*time.Minute, time.Duration(len(names))*2*time.Second) // the longest pause
	ctx, stop := context.WithTimeout(t.Context(), took+10*time.Second)
	defer stop()
	var all sync.WaitGroup
	began := time.Now()
	for _, name := range names[parallel:] {
		waiting := &turn.Turn{
			Set: name, Parallel: parallel, Pause: 2 * time.Second, Patience: time.Minute, Say: func(string) {},
			List: func() ([]string, error) { return names, nil },
			Ask: func(ctx context.Context, name string) (turn.State, error) {
				asked.Add(1)
				err := get(ctx, sets+name)
				if err != nil && ctx.Err() == nil {
					t.Error(err)
				}
				return turn.Waiting, err
			},
		}
		all.Go(func() {
			if err := waiting.Wait(ctx); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("the turn of %s has come: %v", waiting.Set, err)
			}
		})
	}
	all.Wait()
	rate := float64(asked.Load()) / time.Since(began).Seconds()
	t.Logf("%d sets wait with parallel: %d, and ask %.1f times a second", len(names)-parallel, parallel, rate)
	if limit := float64(8 * parallel); rate > limit || asked.Load() < int64(2*(len(names)-parallel)) {
		t.Errorf("they ask %d times, and may ask %.0f times a second", asked.Load(), limit)
	}
}

// proxy returns the address of a program that passes requests on to the API server.
func proxy(t *testing.T, l *lab.Lab) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "kubectl", "--kubeconfig", l.Kubeconfig(), "proxy", "--port=0")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Wait() }) // the end of the test has killed it
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return "http://" + strings.TrimSpace(strings.TrimPrefix(line, "Starting to serve on "))
}

// get asks for an object.
func get(ctx context.Context, address string) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, http.NoBody)
	if err != nil {
		return err
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer func() { _ = answer.Body.Close() }() // it is only read
	if _, err := io.Copy(io.Discard, answer.Body); err != nil || answer.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s: %w", address, answer.Status, err)
	}
	return nil
}
