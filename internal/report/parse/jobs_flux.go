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

// describeSpec reads what flux job info calls jobspec.
func describeSpec(job *report.Job, text []byte) bool {
	var spec struct {
		Resources []jobResource `json:"resources"`
		Tasks     []struct {
			Command []string `json:"command"`
			Count   struct {
				Total   int `json:"total"`
				PerSlot int `json:"per_slot"`
			} `json:"count"`
		} `json:"tasks"`
		Attributes struct {
			User   map[string]json.RawMessage `json:"user"`
			System struct {
				Shell struct {
					Options map[string]json.RawMessage `json:"options"`
				} `json:"shell"`
			} `json:"system"`
		} `json:"attributes"`
	}
	if json.Unmarshal(text, &spec) != nil {
		return false
	}
	nodes, slots := counts(spec.Resources, 1)
	job.Nodes = nodes
	for _, task := range spec.Tasks {
		job.Command = strings.ToValidUTF8(strings.Join(task.Command, " "), "\ufffd")
		job.Tasks = max(task.Count.Total, slots*task.Count.PerSlot)
	}
	options := spec.Attributes.System.Shell.Options
	delete(options, "rlimit") // limits of the shell that submitted
	job.Options = ""
	for _, name := range slices.Sorted(maps.Keys(options)) {
		job.Options = report.Join(job.Options, name+"="+wordOf(options[name]))
	}
	job.Attributes = map[string]string{}
	for name, value := range spec.Attributes.User {
		job.Attributes[name] = wordOf(value)
	}
	if job.Name == "" {
		job.Name = job.Attributes["study_id"]
	}
	return true
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

// describeHosts reads what flux job info calls R.
func describeHosts(job *report.Job, text []byte) bool {
	var r struct {
		Execution struct {
			Nodelist []string `json:"nodelist"`
		} `json:"execution"`
	}
	if json.Unmarshal(text, &r) != nil {
		return false
	}
	job.Hosts = strings.Join(r.Execution.Nodelist, ",")
	return true
}

// describeEvent reads an event of the shell, of guest.exec.eventlog; see RFC 24 of flux-framework/rfc.
func describeEvent(job *report.Job, text []byte) bool {
	var event struct {
		Timestamp float64 `json:"timestamp"`
		Name      string  `json:"name"`
		Context   struct {
			Status int `json:"status"` // of wait(2)
		} `json:"context"`
	}
	if json.Unmarshal(text, &event) != nil || event.Name == "" || math.Abs(event.Timestamp) >= latest {
		return false
	}
	switch event.Name {
	case "init":
		job.Times.Init = event.Timestamp
	case "shell.start":
		job.Times.Started = event.Timestamp
	case "complete":
		status := exitStatus(event.Context.Status)
		job.Status = &status
	case "done":
		job.Times.Ended = event.Timestamp
	}
	return true
}

// exitStatus returns the exit status of a status of wait(2): 128 and the signal if a signal ended the program.
func exitStatus(wait int) int {
	if signal := wait & 0x7f; signal != 0 {
		return 128 + signal
	}
	return wait >> 8 & 0xff
}
