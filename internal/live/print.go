package live

import (
	"fmt"
	"strings"
	"time"

	"github.com/latchkey-dev/latchkey/internal/runs"
	"github.com/latchkey-dev/latchkey/internal/text"
)

// Text returns the status of a set for people: one line for the set, then its parts. now is the present time. Messages of a cluster may
// hold anything, so each line is made printable.
func (s Status) Text(now time.Time) string {
	out := text.Printable(fmt.Sprintf("%s  %s of %d  %s", s.Record.Name, s.Record.Kind, s.Record.Size, s.headline(now))) + "\n"
	add := func(name, value string) {
		if value != "" {
			out += text.Printable(fmt.Sprintf("  %-12s %s", name, value)) + "\n"
		}
	}
	unit := "pods"
	if s.Record.Kind == "MiniCluster" {
		unit = "brokers"
	}
	if s.Record.State != runs.Completed { // then none is up
		add(unit, fmt.Sprintf("%d of %d up", s.Brokers.Up, s.Brokers.Size))
	}
	add("application", s.Application)
	for _, sidecar := range s.Sidecars {
		add("sidecar", sidecar.Name+": "+sidecar.State)
	}
	for _, reason := range s.WaitsFor {
		add("waits for", reason)
	}
	add("gang", s.Gang)
	add("failed", s.Failure)
	add("remedy", s.Remedy)
	add("again", s.Again)
	add("restarts", s.Restarts)
	add("output", s.Output)
	add("shell", s.Shell)
	return out
}

// headline is the state of the set with its time.
func (s Status) headline(now time.Time) string {
	r := s.Record
	switch {
	case r.HasEnded():
		return strings.ToLower(string(r.State)) + Took(r)
	case r.State == runs.Running && r.Started != nil:
		return "running for " + duration(now.Sub(*r.Started))
	case r.Created != nil:
		return strings.ToLower(string(r.State)) + " for " + duration(now.Sub(*r.Created))
	default:
		return strings.ToLower(string(r.State))
	}
}

// Took says how long the application ran: " after 2m5s". It is empty if nobody knows.
func Took(r *runs.Set) string {
	if r.Started == nil || r.Ended == nil {
		return ""
	}
	return " after " + duration(r.Ended.Sub(*r.Started))
}

// duration is a duration in whole seconds.
func duration(d time.Duration) string { return max(0, d.Round(time.Second)).String() }
