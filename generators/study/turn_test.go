package study_test

import (
	"encoding/json"
	"encoding/pem"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/latchkey-dev/latchkey/internal/testing/podtest"
)

func TestMain(m *testing.M) { os.Exit(podtest.Main(m)) }

// states are the answers of an API server about the JobSets a to e. A set without a state is not there.
const (
	waits = `{"status": {"replicatedJobsStatus": [{"name": "turn", "succeeded": 0}]}}`
	runs  = `{"status": {"replicatedJobsStatus": [{"name": "m", "succeeded": 0}, {"name": "turn", "succeeded": 1}]}}`
	ended = `{"status": {"terminalState": "Completed"}}`
	// refused stands for a right that is missing, and ill for an API server that does not work.
	refused, ill = "403", "503"
)

// jobSets is an API server. It counts the questions about each set.
type jobSets struct {
	lock   sync.Mutex
	states map[string]string
	asked  map[string]int
}

func (s *jobSets) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.lock.Lock()
	defer s.lock.Unlock()
	name, ours := strings.CutPrefix(r.URL.Path, "/apis/jobset.x-k8s.io/v1alpha2/namespaces/hpc/jobsets/")
	if !ours || r.Header.Get("Authorization") != "Bearer t0ken" {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	s.asked[name]++
	switch state := s.states[name]; state {
	case "":
		w.WriteHeader(http.StatusNotFound)
	case refused, ill:
		var status int
		_, _ = fmt.Sscan(state, &status)
		w.WriteHeader(status)
	default:
		_ = json.NewEncoder(w).Encode(json.RawMessage(state))
	}
}

// set changes the state of a set, "" to delete it.
func (s *jobSets) set(name, state string) {
	s.lock.Lock()
	defer s.lock.Unlock()
	s.states[name] = state
}

func (s *jobSets) count(name string) int {
	s.lock.Lock()
	defer s.lock.Unlock()
	return s.asked[name]
}

// A turn is the pod in which a set waits.
type turn struct {
	*podtest.Pod
	server  *jobSets
	running *exec.Cmd
}

// wait starts the script for a set of a study of five.
func wait(t *testing.T, set string, states map[string]string, env ...string) *turn {
	t.Helper()
	p := prepare(t, set, states, env...)
	p.start()
	return p
}

// prepare makes the pod without starting the script.
func prepare(t *testing.T, set string, states map[string]string, env ...string) *turn {
	t.Helper()
	p := &turn{Pod: podtest.New(t), server: &jobSets{states: states, asked: map[string]int{}}}
	p.Python()
	server := httptest.NewTLSServer(p.server)
	t.Cleanup(server.Close)
	address, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	p.Mkdir("account")
	p.Write("account/token", "t0ken\n")
	p.Write("account/namespace", "hpc")
	p.Write("account/ca.crt", string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})))
	p.Write("files/sets", "a\nb\nc\nd\ne\n")
	for _, name := range []string{"scripts/turn.py", "../internal/scripts/server.py", "../internal/scripts/python.sh"} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		p.Write("files/"+name[strings.LastIndex(name, "/")+1:], string(text))
	}
	for _, variable := range append([]string{
		"LATCHKEY_SERVICE_ACCOUNT=" + p.Path("account"), "KUBERNETES_SERVICE_HOST=" + address.Hostname(), "KUBERNETES_SERVICE_PORT=" + address.Port(),
		"LATCHKEY_TURN_OF=" + set, "LATCHKEY_RENDERED=" + set, "LATCHKEY_PARALLEL=1",
		"LATCHKEY_PAUSE_SECONDS=0.05", "LATCHKEY_PATIENCE_SECONDS=3600", "LATCHKEY_OPT=" + p.Path("none"),
	}, env...) {
		name, value, _ := strings.Cut(variable, "=")
		p.Env[name] = value
	}
	return p
}

func (p *turn) start() { p.running = p.Start("sh", p.Path("files/python.sh"), "turn.py") }

func (p *turn) says(words string) bool { return strings.Contains(p.Stderr.String(), words) }

// looks waits until a set has been asked for three times more.
func (p *turn) looks(name string) {
	p.T.Helper()
	before := p.server.count(name)
	p.Await("questions about "+name, func() bool { return p.server.count(name) >= before+3 })
}

// comes wants the turn to come, and still wants it not to have come after some looks.
func (p *turn) comes(want bool, blocker string) {
	p.T.Helper()
	if want {
		if status := p.Wait(p.running); status != 0 || !p.says("it is the turn of ") {
			p.T.Errorf("status %d\n%s", status, p.Stderr.String())
		}
		return
	}
	p.looks(blocker)
	if p.says("it is the turn of ") {
		p.T.Errorf("the turn has come\n%s", p.Stderr.String())
	}
	if status := p.Terminate(p.running); status != 143 {
		p.T.Errorf("after SIGTERM the status is %d", status)
	}
}

// of returns the states of a to e.
func of(states ...string) map[string]string {
	all := map[string]string{}
	for i, state := range states {
		all[string(rune('a'+i))] = state
	}
	return all
}

// counting runs the script turn.py, without its last lines, which wait, for each row of its second argument: the states of the sets a
// to e, in place of an API server. It prints how many sets have to end first, and which ones it has asked for.
const counting = `import json, os, sys, types
script = open(sys.argv[1]).read().split("\nsignal.signal")[0]

class NotFound(OSError):
    code = 404

def count(of, parallel, states):
    asked = []
    def call(method, api, kind, name):
        asked.append(name)
        if not states.get(name):
            raise NotFound()
        return json.loads(states[name])
    sys.modules["server"] = types.SimpleNamespace(REMEDY="", SECONDS=0, account=None, call=call, fail=None, reason_of=None, say=None)
    os.environ.update(LATCHKEY_TURN_OF=of, LATCHKEY_RENDERED=of, LATCHKEY_PARALLEL=str(parallel), LATCHKEY_PATIENCE_SECONDS="3600")
    names = {}
    exec(script, names)
    return names["before"]()[0], asked

json.dump({name: count(*row) for name, row in json.loads(sys.argv[2]).items()}, sys.stdout)
`

// TestTurns wants a set to start when fewer than some of those before it, and of those that run behind it, have not ended.
func TestTurns(t *testing.T) {
	t.Parallel()
	type row struct {
		set      string
		parallel int
		states   map[string]string
		blocker  string // a set for which it waits, or "" if the turn comes
	}
	rows, asks := map[string]row{
		"first of all, alone":                  {"a", 1, of(waits), ""},
		"one before runs":                      {"b", 1, of(runs, waits, waits, waits, waits), "a"},
		"one before waits":                     {"b", 1, of(waits, waits, waits, waits, waits), "a"},
		"one before is not there yet":          {"c", 1, of(ended, "", waits, waits, waits), "b"},
		"all before have ended":                {"c", 1, of(ended, ended, waits, waits, waits), ""},
		"two at a time, one runs":              {"c", 2, of(runs, ended, waits, waits, waits), ""},
		"two at a time, two run":               {"c", 2, of(runs, runs, waits, waits, waits), "a"},
		"made again, while one behind it runs": {"b", 1, of(ended, waits, ended, runs, waits), "d"},
		"two made again, one behind them runs": {"b", 1, of(ended, waits, waits, runs, waits), "d"},
		"made again, nothing runs":             {"b", 1, of(ended, waits, ended, ended, waits), ""},
		"not in the list any more":             {"x", 1, of(ended, ended, ended, ended, runs), "e"},
		"not in the list, the last one":        {"x", 1, of(ended, ended, ended, ended, ended), ""},
	}, map[string][]any{}
	for name, row := range rows {
		asks[name] = []any{row.set, row.parallel, row.states}
	}
	in, err := json.Marshal(asks)
	if err != nil {
		t.Fatal(err)
	}
	script, err := filepath.Abs("scripts/turn.py")
	if err != nil {
		t.Fatal(err)
	}
	p := podtest.New(t)
	p.Python()
	p.Write("files/sets", "a\nb\nc\nd\ne\n")
	p.Write("counting.py", counting)
	if status := p.Run("python3", p.Path("counting.py"), script, string(in)); status != 0 {
		t.Fatalf("status %d\n%s", status, p.Stderr.String())
	}
	var found map[string][2]any // the number of sets that have to end, and those that were asked for
	if err := json.Unmarshal([]byte(p.Stdout.String()), &found); err != nil {
		t.Fatal(err)
	}
	for name, row := range rows {
		asked, _ := found[name][1].([]any)
		if comes := found[name][0] == 0.0; comes != (row.blocker == "") || !comes && !slices.Contains(asked, any(row.blocker)) {
			t.Errorf("%s: %v sets have to end, and it asked for %v; want %q", name, found[name][0], asked, row.blocker)
		}
	}
}

// TestThereAgain deletes the set that runs, lets the next one start, and makes the first one again. When the second ends, the third
// must wait for the first.
func TestThereAgain(t *testing.T) {
	t.Parallel()
	p := wait(t, "c", of(runs, waits, waits, waits, waits))
	p.looks("a")
	p.server.set("a", "")
	p.server.set("b", runs)
	p.looks("b")
	p.server.set("a", waits)
	p.server.set("b", ended)
	p.comes(false, "a")
}

// TestDeleted deletes a set that was seen, and has one that was deleted before.
func TestDeleted(t *testing.T) {
	t.Parallel()
	p := wait(t, "b", of(runs, waits))
	p.looks("a")
	p.server.set("a", "")
	p.comes(true, "")
	wait(t, "b", of("", waits), "LATCHKEY_PATIENCE_SECONDS=-10").comes(true, "")
}

// noting lets each program in Python note how long it wants to sleep, and sleep for less.
const noting = `import os, time
sleep = time.sleep

def note(seconds):
    with open(os.environ["SLEPT"], "a") as file:
        print(seconds, file=file)
    sleep(0.05)

time.sleep = note
`

// TestWhere has a study of which only some sets are applied. The number of those that have to end is also the time between two looks:
// a set must not sleep for those that are not there.
func TestWhere(t *testing.T) {
	t.Parallel()
	all, last := "", ""
	for n := range 70 {
		last = fmt.Sprintf("s%02d", n)
		all += last + "\n"
	}
	p := prepare(t, last, map[string]string{"s03": runs, "s40": waits, last: waits}, "LATCHKEY_PATIENCE_SECONDS=-1000", "LATCHKEY_PAUSE_SECONDS=3")
	p.Write("files/sets", all)
	p.Mkdir("noting")
	p.Write("noting/sitecustomize.py", noting)
	p.Env["PYTHONPATH"], p.Env["SLEPT"] = p.Path("noting"), p.Path("slept")
	p.start()
	p.Await("the number of sets that are there", func() bool { return p.says("sets that are to end first: at least 2\n") })
	if p.server.count("s41") != 1 || p.server.count("s40") > 2 {
		t.Errorf("it has asked %v\n%s", p.server.asked, p.Stderr.String())
	}
	p.server.set("s40", ended)
	p.server.set("s03", ended)
	p.comes(true, "")
	if slept := slices.Compact(strings.Fields(p.Read("slept"))); !slices.Equal(slept, []string{"3.0", "6.0"}) {
		t.Errorf("it has slept for %v seconds, want 3 for the one set that it knew and then 6 for two\n%s", slept, p.Stderr.String())
	}
}

// TestPatience wants a turn that waits for a set that was never there to come as soon as this is over.
func TestPatience(t *testing.T) {
	t.Parallel()
	p := wait(t, "e", of("", "", "", "", waits), "LATCHKEY_PATIENCE_SECONDS=0", "LATCHKEY_PAUSE_SECONDS=100")
	p.comes(true, "")
}

// TestQuestions wants few questions about sets that wait, and none about those that have ended until the turn may have come.
func TestQuestions(t *testing.T) {
	t.Parallel()
	p := wait(t, "d", of(ended, runs, waits, waits, waits))
	p.looks("b")
	if p.server.count("a") != 1 || p.server.count("c") > 0 || !p.says("latchkey: sets that are to end first: at least 2\n") {
		t.Errorf("it has asked %v\n%s", p.server.asked, p.Stderr.String())
	}
	p.server.set("b", ended)
	p.server.set("c", ended)
	p.comes(true, "")
}

// TestRight wants a turn without its right to fail with a status that another try does not change. A turn waits if its API server is
// ill. Neither starts its set.
func TestRight(t *testing.T) {
	t.Parallel()
	p := wait(t, "b", of(refused, waits), "LATCHKEY_RIGHT_SECONDS=1")
	const words = "error: cannot ask for the sets of the study: HTTP status 403: apply all objects of the set, and if it was rendered without a namespace, render it with --namespace hpc\n"
	if status := p.Wait(p.running); status != 78 || !p.says(words) {
		t.Errorf("status %d\n%s", status, p.Stderr.String())
	}
	p = wait(t, "b", of(ill, waits), "LATCHKEY_RIGHT_SECONDS=0")
	p.looks("a")
	if said := strings.Count(p.Stderr.String(), "asking again: HTTP status 503"); said != 1 {
		t.Errorf("it says so %d times\n%s", said, p.Stderr.String())
	}
	p.server.set("a", ended)
	p.comes(true, "")
}

// TestRenamed has an overlay that puts a prefix and a suffix around all names, and one that does something else.
func TestRenamed(t *testing.T) {
	t.Parallel()
	p := wait(t, "pre-b-suf", map[string]string{"pre-a-suf": runs, "pre-b-suf": waits}, "LATCHKEY_RENDERED=b")
	p.looks("pre-a-suf")
	p.server.set("pre-a-suf", ended)
	p.comes(true, "")
	p = wait(t, "other", nil, "LATCHKEY_RENDERED=b")
	if status := p.Wait(p.running); status != 78 || !p.says("overlays may only add a prefix and a suffix") {
		t.Errorf("status %d\n%s", status, p.Stderr.String())
	}
}

// TestStopped wants a turn that waits long to end at once when its pod is stopped.
func TestStopped(t *testing.T) {
	t.Parallel()
	p := wait(t, "b", of(runs, waits), "LATCHKEY_PAUSE_SECONDS=300")
	p.Await("a question", func() bool { return p.says("at least 1") })
	began := time.Now()
	_ = p.running.Process.Signal(syscall.SIGTERM)
	if status := p.Wait(p.running); status != 143 || time.Since(began) > 2*time.Minute {
		t.Errorf("status %d after %s", status, time.Since(began))
	}
}
