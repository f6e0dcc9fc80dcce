package live

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"

	"github.com/latchkey-dev/latchkey/apis/names"
	"github.com/latchkey-dev/latchkey/internal/kubectl"
	"github.com/latchkey-dev/latchkey/internal/text"
)

// A Sidecar is a container that runs beside the application in several pods.
type Sidecar struct {
	Name string `json:"name"`
	Up   int32  `json:"up"`
	Size int32  `json:"size"`
	// State says what became of it in words: which pods it failed in, and why.
	State string `json:"state"`

	ended    bool
	failures reasons
}

// sidecars counts the containers beside the application.
func (s *Set) sidecars(application string) []Sidecar {
	var found []Sidecar
	for _, pod := range s.withRole(measured) {
		for n, c := range containers(pod.Spec) {
			if c.Name == application || n < len(pod.Spec.InitContainers) && !isSidecar(c) {
				continue
			}
			at := slices.IndexFunc(found, func(known Sidecar) bool { return known.Name == c.Name })
			if at < 0 {
				at = len(found)
				found = append(found, Sidecar{Name: c.Name})
			}
			found[at].add(pod.Name, statusOf(pod, c.Name).State, s.idle[container{pod: pod.Name, name: c.Name}])
		}
	}
	for at := range found {
		found[at].State = found[at].inWords()
	}
	return found
}

// add counts the container of one pod. idle is the error that it reports while it runs, or "".
func (c *Sidecar) add(pod string, state corev1.ContainerState, idle string) {
	c.Size++
	if state.Running != nil {
		c.Up++
	}
	if idle != "" {
		c.failures.add("reports an error: "+idle, pod)
	}
	if state.Terminated != nil && state.Terminated.ExitCode != 0 {
		c.failures.add(endInWords(state.Terminated), pod)
	}
	c.ended = c.ended || state.Terminated != nil
}

func (c *Sidecar) inWords() string {
	var words []string
	if c.Up > 0 || !c.ended {
		words = append(words, fmt.Sprintf("%d of %d running", c.Up, c.Size))
	}
	words = append(words, c.failures.inWords()...)
	if len(words) == 0 {
		return "ended with status 0"
	}
	return strings.Join(words, ", ")
}

// mostAsked is the number of pods up to which the sidecars of a set are asked: kubectl asks one node after the other.
const mostAsked = 100

// readIdle asks for the last line of the sidecars that measure in a set that runs. One that cannot measure says so there, and waits
// until it is stopped, because Kubernetes would start it again.
func (s *Set) readIdle(ctx context.Context, client kubectl.Client) {
	if s.HasEnded() || len(s.withRole(measured)) > mostAsked {
		return
	}
	s.idle = map[container]string{}
	for _, p := range s.parts {
		for _, c := range p.spec.Template.Spec.InitContainers {
			if _, isMetric := variable(c, names.Key); !isMetric || !isSidecar(c) || p.role != measured || p.job == nil {
				continue
			}
			var out bytes.Buffer
			args := []string{"--selector=" + batchv1.JobNameLabel + "=" + p.job.Name, "--container=" + c.Name, "--tail=1", "--prefix", "--ignore-errors"}
			_ = client.Logs(ctx, &out, args...) // of one that does not answer, nothing is known
			for line := range strings.Lines(out.String()) {
				if found := ofIdle().FindStringSubmatch(oneLine(line)); found != nil {
					s.idle[container{pod: found[1], name: c.Name}] = text.Printable(found[2])
				}
			}
		}
	}
}

// ofIdle matches a last line that says why nothing is measured, as "kubectl logs --prefix" prints it.
var ofIdle = lazily(`^\[pod/([^/]+)/[^]]+\] latchkey: error: (.*)`)
