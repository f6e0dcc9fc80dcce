package parse

import (
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/latchkey-dev/latchkey/internal/report"
)

// jobResource is a level of the resources of a job spec; see RFC 14 of flux-framework/rfc.
type jobResource struct {
	Type  string        `json:"type"`
	Count any           `json:"count"` // a number, or a range that says no number
	With  []jobResource `json:"with"`
}

// told is a line of JSON that Flux says of a job: its jobspec (RFC 14 of flux-framework/rfc), R, which has its hosts (RFC 20), or an event of
// its shell from guest.exec.eventlog (RFC 24).
type told struct {
	Resources []jobResource
	Tasks     []struct {
		Command []string
		Count   struct {
			Total   int
			PerSlot int `json:"per_slot"`
		}
	}
	Attributes struct {
		User   map[string]json.RawMessage
		System struct {
			Shell struct{ Options map[string]json.RawMessage }
		}
	}
	Execution struct{ Nodelist []string }
	Timestamp float64
	Name      string
	Context   struct{ Status int } // of wait(2)
}

// describe adds to a job what a line says of it. It is false if the line is none of these.
func describe(job *report.Job, text []byte) bool {
	var t told
	err := json.Unmarshal(text, &t)
	switch {
	case err != nil:
		return false
	case t.Tasks != nil:
		t.spec(job)
	case t.Execution.Nodelist != nil:
		job.Hosts = strings.Join(t.Execution.Nodelist, ",")
	case t.Name != "" && math.Abs(t.Timestamp) < latest:
		t.event(job)
	default:
		return false
	}
	return true
}

// spec takes what was asked for from a jobspec.
func (t *told) spec(job *report.Job) {
	nodes, slots := counts(t.Resources, 1)
	job.Nodes = nodes
	for _, task := range t.Tasks {
		job.Command = strings.ToValidUTF8(strings.Join(task.Command, " "), "\ufffd")
		job.Tasks = max(task.Count.Total, slots*task.Count.PerSlot)
	}
	options := t.Attributes.System.Shell.Options
	delete(options, "rlimit") // limits of the shell that submitted
	job.Options = ""
	for _, name := range slices.Sorted(maps.Keys(options)) {
		job.Options = report.Join(job.Options, name+"="+wordOf(options[name]))
	}
	job.Attributes = map[string]string{}
	for name, value := range t.Attributes.User {
		job.Attributes[name] = wordOf(value)
	}
	if job.Name == "" {
		job.Name = job.Attributes["study_id"]
	}
}

// counts returns the number of nodes and of slots of a job, or 0 if its spec gives a range.
func counts(resources []jobResource, times int) (nodes, slots int) {
	for _, r := range resources {
		n, _ := r.Count.(float64)
		count := times * int(n)
		switch r.Type {
		case "node":
			_, slots = counts(r.With, count)
			return count, slots
		case "slot":
			nodes, _ = counts(r.With, count)
			return nodes, count
		}
	}
	return 0, 0
}

// wordOf returns a JSON value as a string, without the quotes of a string.
func wordOf(value json.RawMessage) string {
	var text string
	if json.Unmarshal(value, &text) == nil {
		return text
	}
	return clean(value)
}

// event takes the time of an event, or the status that it tells.
func (t *told) event(job *report.Job) {
	switch t.Name {
	case "init":
		job.Times.Init = t.Timestamp
	case "shell.start":
		job.Times.Started = t.Timestamp
	case "complete":
		job.Status = new(exitStatus(t.Context.Status))
	case "done":
		job.Times.Ended = t.Timestamp
	}
}

// exitStatus returns the exit status of a status of wait(2): 128 and the signal if a signal ended the program.
func exitStatus(wait int) int {
	if signal := wait & 0x7f; signal != 0 {
		return 128 + signal
	}
	return wait >> 8 & 0xff
}
