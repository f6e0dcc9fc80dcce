package live

import (
	"bytes"
	"context"
	"slices"
	"strings"

	"github.com/latchkey-dev/latchkey/internal/kubectl"
	"github.com/latchkey-dev/latchkey/internal/text"
)

// mostSaid is the number of last lines of an application among which the one that tells why it failed is looked for.
const mostSaid = "60"

// telling matches lines of programs that say what went wrong.
var telling = lazily(`(?i)\b(error|fatal|cannot|can't|could not|failed|no such|not found|exception|panic|segmentation fault|killed|abort(ed)?)\b`)

// ReadSaid asks for what only logs tell. Of a set that has failed, it is the last lines of the application, if nothing else tells why:
// without them the cause of the failure is the exit status. Of a set that runs, it is the error that a sidecar reports, and why the
// application may never end.
func (s *Set) ReadSaid(ctx context.Context, client kubectl.Client) {
	s.readIdle(ctx, client)
	first := s.firstFault()
	switch {
	case !s.HasEnded():
		s.readStuck(ctx, client)
		return
	case first == nil || !s.isOutput(first.Pod, first.Container):
		return
	case !first.effect:
		s.readSilence(ctx, client, container{pod: first.Pod, name: first.Container})
		return
	}
	var out bytes.Buffer
	if client.Logs(ctx, &out, first.Pod, "--container="+first.Container, "--tail="+mostSaid) == nil { // the cause is of use without them, too
		s.said = saidIn(out.String())
	}
}

// saidIn returns the line that tells most: the first one that speaks of an error, or the last one.
func saidIn(output string) (line string) {
	for one := range strings.Lines(output) {
		if one = oneLine(one); one == "" || ofScripts().MatchString(one) || ofNode().MatchString(one) {
			continue
		}
		if line = one; telling().MatchString(line) {
			break
		}
	}
	if len(line) > 300 {
		line = strings.ToValidUTF8(line[:300], "") + "..."
	}
	return text.Printable(line)
}

// ofScripts matches lines of Latchkey's scripts, marks, and lines of Flux. Flux repeats the exit status of a task in two lines.
var ofScripts = lazily(`^(latchkey: |FLUX-RUN |METRICS OPERATOR |<\d>|flux-\w+: )|exit-on-error is set$`)

// ofNode matches what kubelets and container runtimes write into a stream of a log, with success, when they cannot read the
// log: kubernetes/kubernetes, pkg/kubelet/kuberuntime/kuberuntime_container.go, ReadLogs, and
// k8s.io/cri-client/pkg/logs.
var ofNode = lazily(`^(unable to retrieve container logs for |rpc error: code = |failed to (try resolving symlinks|open log file|seek|create fsnotify|watch|read|write|get))`)

// isOutput tells whether a container has the output of the application.
func (s *Set) isOutput(pod, name string) bool {
	return slices.ContainsFunc(s.outputs(), func(of container) bool { return of.pod == pod && of.name == name })
}
