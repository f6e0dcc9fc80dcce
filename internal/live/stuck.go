package live

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/latchkey-dev/latchkey/apis/names"
	"github.com/latchkey-dev/latchkey/internal/kubectl"
)

const (
	// mostSilent is how long an application may print nothing before the user is told.
	mostSilent = 10 * time.Minute
	// mostOutputs is the number of outputs up to which their last lines are asked for.
	mostOutputs = 8
)

// readStuck finds out why an application that runs may never end: it waits for itself, or it has printed nothing for long.
func (s *Set) readStuck(ctx context.Context, client kubectl.Client) {
	state := s.leadStatus().State.Running
	if state == nil || s.isGathering(s.Record().Size) || s.shell() != "" {
		return
	}
	if _, submits := variable(s.runner(), names.Submit); submits && s.isFlux() {
		ReadTexts(ctx, client, s)
		if waits := waitsForItself().FindStringSubmatch(s.commandOf(s.runner())); waits != nil {
			s.stuck = fmt.Sprintf("the command is itself a job of Flux, and %q waits until no job is left: set launcher: true, and the command runs beside the jobs that it submits", waits[1])
			return
		}
	}
	if last, isKnown := s.lastLine(ctx, client, state.StartedAt); isKnown && time.Since(last) >= mostSilent {
		s.stuck = "it has printed nothing since " + clock(metav1.NewTime(last)) + s.processors(ctx, client)
	}
}

// waitsForItself matches a line of a command that waits for all jobs of the instance.
var waitsForItself = lazily(`(?m)^\s*(?:[^#\n]*(?:;|&&|\|\|)\s*)?(flux queue (?:drain|idle))\b`)

// lastLine returns when the application printed last, or when it began. It is unknown if a node does not tell.
func (s *Set) lastLine(ctx context.Context, client kubectl.Client, began metav1.Time) (last time.Time, isKnown bool) {
	all := s.outputs()
	last = began.Time
	for _, of := range all {
		at, err := lastOf(ctx, client, of)
		if err != nil || len(all) > mostOutputs {
			return last, false
		}
		if at.After(last) {
			last = at
		}
	}
	return last, true
}

// lastOf returns the time of the last line of the application in a log, which is zero if there is none among the last ones.
func lastOf(ctx context.Context, client kubectl.Client, of container) (last time.Time, err error) {
	var out bytes.Buffer
	err = client.Logs(ctx, &out, of.pod, "--container="+of.name, "--timestamps", "--tail="+mostSaid)
	for line := range strings.Lines(out.String()) {
		stamp, words, _ := strings.Cut(line, " ")
		if at, failed := time.Parse(time.RFC3339Nano, stamp); failed == nil && !ofScripts().MatchString(words) {
			last = at
		}
	}
	return last, err
}

// processors says how much the pod of the lead computes, if the cluster measures it.
func (s *Set) processors(ctx context.Context, client kubectl.Client) string {
	lead, _ := s.lead()
	var usage struct {
		Containers []struct {
			Name  string
			Usage corev1.ResourceList
		}
	}
	var out bytes.Buffer
	path := "/apis/metrics.k8s.io/v1beta1/namespaces/" + s.Namespace + "/pods/" + lead.Name
	if client.Run(ctx, nil, &out, "get", "--raw="+path) != nil || json.Unmarshal(out.Bytes(), &usage) != nil {
		return "" // few clusters have it
	}
	sum := resource.Quantity{}
	for _, c := range usage.Containers {
		sum.Add(*c.Usage.Cpu())
	}
	return fmt.Sprintf(", and its pod %s computes with %.3f processors", lead.Name, sum.AsApproximateFloat64())
}

// readSilence finds out how long the application had printed nothing when it was ended at its deadline, if that was long.
func (s *Set) readSilence(ctx context.Context, client kubectl.Client, of container) {
	ended := s.leadStatus().State.Terminated
	if ended == nil || ended.ExitCode != 124 {
		return
	}
	last, err := lastOf(ctx, client, of)
	if err != nil {
		return
	}
	if last.Before(ended.StartedAt.Time) {
		last = ended.StartedAt.Time
	}
	silence := ended.FinishedAt.Sub(last)
	if silence >= min(mostSilent, ended.FinishedAt.Sub(ended.StartedAt.Time)/2) {
		s.silence = &silence
	}
}
