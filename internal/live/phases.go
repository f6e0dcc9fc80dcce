package live

import (
	"strings"
	"time"

	"github.com/latchkey-dev/latchkey/apis/names"
	"github.com/latchkey-dev/latchkey/internal/runs"
)

// phases returns the times that the parts of the last life of the set took, from its record.
func (s *Set) phases(record *runs.Set) (out runs.Phases) {
	var created, first, brokers []*time.Time // of each pod
	var line *time.Time
	for _, pod := range record.Pods {
		if !s.hasRole(pod.Job, measured) || pod.Life != record.Restarts {
			continue
		}
		var began, broker *time.Time
		pull := -1.0
		for _, c := range pod.Containers {
			if c.Started != nil && (began == nil || c.Started.Before(*began)) {
				began = c.Started
			}
			if c.Pull != nil {
				pull = max(0, pull) + c.Pull.Seconds
			}
			if c.Name == record.Application {
				broker = c.Started
				if pod.Index == nil || *pod.Index == 0 {
					line = c.FirstLine
				}
			}
		}
		created, first, brokers = append(created, pod.Created), append(first, began), append(brokers, broker)
		if pull >= 0 && (out.Pull == nil || pull > *out.Pull) {
			out.Pull = &pull
		}
	}
	if record.Restarts == 0 {
		out.Pods = between(turnOf(record), latest(created))
	}
	out.Containers, out.Brokers = between(latest(created), latest(first)), between(latest(first), latest(brokers))
	if s.saysItsStart() {
		out.HookUp, out.Application = between(latest(brokers), line), between(line, record.Ended)
	}
	return out
}

// saysItsStart tells whether a line of the log says when the application has begun. The lead says it of a job that it submits, unless
// it is quiet, and a metric prints its metadata first. The first line of any other application may come late.
func (s *Set) saysItsStart() bool {
	_, submits := variable(s.runner(), names.Submit)
	quiet, _ := variable(s.runner(), names.Quiet)
	return !s.isFlux() || submits && quiet != "true"
}

// turnOf returns when the turn of the set in its study came. Without a turn that is when the set was created.
func turnOf(record *runs.Set) *time.Time {
	came := record.Created
	for _, pod := range record.Pods {
		for _, c := range pod.Containers {
			if pod.Job == names.Turn && c.Ended != nil {
				came = c.Ended
			}
		}
	}
	return came
}

// latest returns the latest of the times of all pods. It is nil as soon as the time of one pod is unknown.
func latest(times []*time.Time) (last *time.Time) {
	for _, of := range times {
		if of == nil {
			return nil
		}
		if last == nil || of.After(*last) {
			last = of
		}
	}
	return last
}

// between returns a time in seconds. Kubernetes notes whole seconds, so an end may be just before its begin.
func between(begin, end *time.Time) *float64 {
	if begin == nil || end == nil {
		return nil
	}
	return new(max(0, end.Sub(*begin).Seconds()))
}

// pulled matches what the kubelet says after a pull: kubernetes/kubernetes, pkg/kubelet/images/image_manager.go.
var pulled = lazily(`^Successfully pulled image ".*" in (\S+)`)

// pull returns how the image of a container came to the node, as the events tell. The longest pull counts.
func (s *Set) pull(pod, container string) (found *runs.Pull) {
	for _, event := range s.events {
		if event.Reason != "Pulled" || event.InvolvedObject.Name != pod || !strings.HasSuffix(event.InvolvedObject.FieldPath, "{"+container+"}") {
			continue
		}
		one := &runs.Pull{}
		if match := pulled().FindStringSubmatch(event.Message); match != nil {
			pulling, _ := time.ParseDuration(match[1]) // 0 for what no kubelet writes
			one.Seconds = pulling.Seconds()
		}
		if found == nil || one.Seconds > found.Seconds {
			found = one
		}
	}
	return found
}
