package turn_test

import (
	"context"
	"encoding/pem"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/internal/turn"
)

// A cluster has the states of sets, and counts how often each was asked for.
type cluster struct {
	lock   sync.Mutex
	states map[string]turn.State
	asked  map[string]int
	err    error
}

func (c *cluster) ask(_ context.Context, name string) (turn.State, error) {
	c.lock.Lock()
	defer c.lock.Unlock()
	c.asked[name]++
	return c.states[name], c.err
}

func (c *cluster) set(name string, state turn.State) {
	c.lock.Lock()
	defer c.lock.Unlock()
	c.states[name] = state
}

// waits waits for the turn of a set of a study of five, for a short while on a clock of its own. Something may happen
// meanwhile. It returns whether the turn has come.
func (c *cluster) waits(t *testing.T, set string, parallel int, patience time.Duration, meanwhile func()) (hasCome bool, said []string) {
	t.Helper()
	waiting := &turn.Turn{
		Set: set, Parallel: parallel, Ask: c.ask, Pause: 10 * time.Millisecond, Patience: patience,
		List: func() ([]string, error) { return strings.Fields("a b c d e"), nil },
		Say:  func(line string) { said = append(said, line) },
	}
	synctest.Test(t, func(t *testing.T) {
		if meanwhile != nil {
			time.AfterFunc(5*waiting.Pause, meanwhile)
		}
		ctx, stop := context.WithTimeout(t.Context(), 20*waiting.Pause)
		defer stop()
		err := waiting.Wait(ctx)
		if err != nil && !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
		hasCome = err == nil
	})
	return hasCome, said
}

// TestTurns wants a set to start when fewer than some of those before it, and of those that run behind it, have not ended.
func TestTurns(t *testing.T) {
	t.Parallel()
	const absent, waiting, running, completed, failed = turn.Absent, turn.Waiting, turn.Running, turn.Completed, turn.Failed
	for name, tc := range map[string]struct {
		states   [5]turn.State // of a to e
		set      string
		parallel int
		want     bool
	}{
		"first":                                {[5]turn.State{waiting, waiting, waiting, waiting, waiting}, "a", 1, true},
		"first of all, alone":                  {[5]turn.State{waiting, absent, absent, absent, absent}, "a", 1, true},
		"one before runs":                      {[5]turn.State{running, waiting, waiting, waiting, waiting}, "b", 1, false},
		"one before waits":                     {[5]turn.State{waiting, waiting, waiting, waiting, waiting}, "b", 1, false},
		"one before is not there yet":          {[5]turn.State{completed, absent, waiting, waiting, waiting}, "c", 1, false},
		"all before have ended":                {[5]turn.State{completed, failed, waiting, waiting, waiting}, "c", 1, true},
		"two at a time, one runs":              {[5]turn.State{running, completed, waiting, waiting, waiting}, "c", 2, true},
		"two at a time, two run":               {[5]turn.State{running, running, waiting, waiting, waiting}, "c", 2, false},
		"made again, while one behind it runs": {[5]turn.State{completed, waiting, failed, running, waiting}, "b", 1, false},
		"made again, nothing runs":             {[5]turn.State{completed, waiting, failed, completed, waiting}, "b", 1, true},
		"not in the list any more":             {[5]turn.State{completed, completed, completed, completed, running}, "x", 1, false},
		"not in the list, the last one":        {[5]turn.State{completed, completed, completed, completed, completed}, "x", 1, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := &cluster{states: map[string]turn.State{}, asked: map[string]int{}}
			for i, state := range tc.states {
				c.states[string(rune('a'+i))] = state
			}
			if got, said := c.waits(t, tc.set, tc.parallel, time.Hour, nil); got != tc.want {
				t.Errorf("the turn has come: %t, want %t: %q", got, tc.want, said)
			}
		})
	}
}

// TestDeleted deletes a set that was seen, and one that was deleted before.
func TestDeleted(t *testing.T) {
	t.Parallel()
	c := &cluster{states: map[string]turn.State{"a": turn.Running, "b": turn.Waiting}, asked: map[string]int{}}
	if got, said := c.waits(t, "b", 1, time.Hour, func() { c.set("a", turn.Absent) }); !got {
		t.Errorf("a set that was seen and is deleted has not ended: %q", said)
	}
	if got, said := c.waits(t, "b", 1, -time.Hour, nil); !got {
		t.Errorf("a set that does not come is waited for: %q", said)
	}
}

// TestRequests wants few questions about sets that wait, and none about those that have ended.
func TestRequests(t *testing.T) {
	t.Parallel()
	c := &cluster{states: map[string]turn.State{"a": turn.Completed, "b": turn.Running, "c": turn.Waiting, "d": turn.Waiting}, asked: map[string]int{}}
	if got, said := c.waits(t, "d", 1, time.Hour, nil); got || !slices.Equal(said, []string{"sets that are to end first: at least 2"}) {
		t.Errorf("it says %q", said)
	}
	if c.asked["a"] != 1 || c.asked["b"] < 2 || c.asked["c"] > 0 {
		t.Errorf("it has asked %v", c.asked)
	}
}

// TestFailedAgain makes a failed set again just before the turn of another one comes.
func TestFailedAgain(t *testing.T) {
	t.Parallel()
	c := &cluster{states: map[string]turn.State{"a": turn.Failed, "b": turn.Running, "c": turn.Waiting}, asked: map[string]int{}}
	again := func() {
		c.set("a", turn.Waiting)
		c.set("b", turn.Completed)
	}
	if got, said := c.waits(t, "c", 1, time.Hour, again); got {
		t.Errorf("it does not wait for the set that was made again: %q", said)
	}
}

// TestErrors wants an error to be told once, and nothing to start.
func TestErrors(t *testing.T) {
	t.Parallel()
	c := &cluster{states: map[string]turn.State{}, asked: map[string]int{}, err: errors.New("forbidden")}
	if got, said := c.waits(t, "b", 1, time.Hour, nil); got || !slices.Equal(said, []string{"asking again: forbidden"}) {
		t.Errorf("it says %q", said)
	}
}

func TestRenamed(t *testing.T) {
	t.Parallel()
	got, err := turn.Renamed([]string{"lammps-1", "amg-2"}, "lammps-1", "dev-lammps-1-x")
	if diff := cmp.Diff([]string{"dev-lammps-1-x", "dev-amg-2-x"}, got); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	if _, err := turn.Renamed(nil, "lammps-1", "other"); err == nil {
		t.Error("a name that has nothing in common is accepted")
	}
}

// TestServer asks a server over HTTPS, with the token of the pod.
func TestServer(t *testing.T) {
	t.Parallel()
	const path = "/apis/jobset.x-k8s.io/v1alpha2/namespaces/bench/jobsets/"
	answers := map[string]string{
		"waiting":   `{"status": {"replicatedJobsStatus": [{"name": "turn", "active": 1}]}}`,
		"new":       `{}`,
		"running":   `{"status": {"replicatedJobsStatus": [{"name": "m", "active": 1}, {"name": "turn", "succeeded": 1}]}}`,
		"completed": `{"status": {"terminalState": "Completed"}}`,
		"failed":    `{"status": {"terminalState": "Failed"}}`,
		"broken":    `<html>`,
	}
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name, found := strings.CutPrefix(r.URL.Path, path)
		switch {
		case !found || r.Header.Get("Authorization") != "Bearer secret" || name == "other":
			w.WriteHeader(http.StatusForbidden)
		case answers[name] == "":
			w.WriteHeader(http.StatusNotFound)
		default:
			fmt.Fprint(w, answers[name])
		}
	}))
	defer server.Close()
	folder := t.TempDir()
	for name, text := range map[string]string{
		"token": "secret\n", "namespace": "bench",
		"ca.crt": string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})),
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s, err := turn.NewServer(strings.TrimPrefix(server.URL, "https://"), folder)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]turn.State{
		"waiting": turn.Waiting, "new": turn.Waiting, "running": turn.Running, "completed": turn.Completed, "failed": turn.Failed, "gone": turn.Absent,
	} {
		if got, err := s.Ask(t.Context(), name); got != want || err != nil {
			t.Errorf("%s: %v (%v), want %v", name, got, err, want)
		}
	}
	if _, err := s.Ask(t.Context(), "other"); err == nil || !strings.Contains(err.Error(), "403 Forbidden about the JobSet other") {
		t.Errorf("a refusal: %v", err)
	}
	if _, err := s.Ask(t.Context(), "broken"); err == nil {
		t.Error("an answer that is no JSON is accepted")
	}
}
