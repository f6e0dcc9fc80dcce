package live

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"

	"github.com/latchkey-dev/latchkey/internal/kubectl"
)

// stream passes the log of a container on as it comes.
func (l *Logs) stream(ctx context.Context, out io.Writer, c container, flags ...string) error {
	args := append([]string{"logs", c.pod, "--container=" + c.name}, l.Flags...)
	return l.Client.Run(ctx, nil, out, append(args, flags...)...)
}

// print follows the log of a container and says what is missing in it.
func (l *Logs) print(ctx context.Context, log *resumer, of container) {
	err := l.follow(ctx, log, of)
	if ctx.Err() != nil {
		return
	}
	for _, gap := range log.gaps {
		l.Say(fmt.Sprintf("the log of %s in %s is cut: %s", of.name, of.pod, gap))
	}
	if err != nil {
		l.Say(fmt.Sprintf("the log of %s in %s is cut: %s", of.name, of.pod, err))
	}
}

// errNextLife says that a container was started again, and that a log is of its life before.
var errNextLife = errors.New("the container was started again")

// previousLife is the flag of "kubectl logs" for the life of a container before the present one.
const previousLife = "--previous"

// mostDoubts is the number of looks at a pod until a stream that does not go on with a log is believed to be the same log:
// the status of a pod may lag behind its containers.
const mostDoubts = 3

// read passes on what the node has of a container's log behind what was passed on before. If the container was started
// again, the error is errNextLife.
func (l *Logs) read(ctx context.Context, log *resumer, of container, flags ...string) error {
	for doubts := 0; ; doubts++ {
		log.strict = doubts < mostDoubts && !slices.Contains(flags, previousLife)
		err := l.readOnce(ctx, log, of, flags...)
		if !log.leaps {
			return err
		}
		status, _, err := l.look(ctx, of)
		switch {
		case err == nil && status.RestartCount > log.at.Life:
			return errNextLife
		case !l.patience().Sleep(ctx):
			return ctx.Err()
		}
	}
}

func (l *Logs) readOnce(ctx context.Context, log *resumer, of container, flags ...string) error {
	flags = append([]string{"--timestamps"}, flags...)
	if since := log.again(); since != "" {
		flags = append(flags, "--since-time="+since)
	}
	err := l.stream(ctx, log, of, flags...)
	return errors.Join(log.end(), err)
}

// look asks for the status of a container.
func (l *Logs) look(ctx context.Context, of container) (status corev1.ContainerStatus, isGone bool, err error) {
	pod := corev1.Pod{}
	err = l.Client.Get(ctx, &pod, "pod", of.pod)
	return statusOf(pod, of.name), kubectl.IsNotFound(err), err
}

// follow passes on the log of a container until the present life of the container ends. If the connection breaks before, it
// goes on where it was.
func (l *Logs) follow(ctx context.Context, log *resumer, of container) error {
	for began := time.Now(); ; {
		before := log.at.Bytes
		err := l.read(ctx, log, of, "--follow")
		if errors.Is(err, errNextLife) {
			return nil
		}
		status, isGone, got := l.look(ctx, of)
		switch {
		case isGone:
			return nil // it has ended with its pod
		case got == nil && (status.State.Running == nil || status.RestartCount > log.at.Life):
			return err
		case log.at.Bytes > before:
			began = time.Now()
		}
		if time.Since(began) > l.patience().limit() {
			return fmt.Errorf("the container runs, and its log ends: %w", errors.Join(err, got, io.ErrUnexpectedEOF))
		}
		if !l.patience().Sleep(ctx) {
			return ctx.Err()
		}
	}
}

// labelled returns a writer that puts the source before each line, if there are several.
func labelled(out io.Writer, source container, sources int) io.Writer {
	if sources < 2 {
		return out
	}
	return &prefixer{out: out, prefix: source.label, atStart: true}
}

// lines lets several writers write whole pieces to one.
type lines struct {
	lock sync.Mutex
	out  io.Writer
}

func (l *lines) Write(data []byte) (int, error) {
	l.lock.Lock()
	defer l.lock.Unlock()
	return l.out.Write(data)
}

// A prefixer puts a text before each line. It writes whole lines, so that the lines of several sources do not mix. A line
// longer than a megabyte comes in pieces.
type prefixer struct {
	out     io.Writer
	prefix  string
	atStart bool
	kept    []byte
}

func (p *prefixer) Write(data []byte) (int, error) {
	p.kept = append(p.kept, data...)
	end := strings.LastIndexByte(string(p.kept), '\n') + 1
	if end == 0 && len(p.kept) < 1<<20 {
		return len(data), nil
	}
	if end == 0 {
		end = len(p.kept)
	}
	var text strings.Builder
	for line := range strings.Lines(string(p.kept[:end])) {
		if p.atStart {
			text.WriteString(p.prefix)
		}
		text.WriteString(line)
		p.atStart = strings.HasSuffix(line, "\n")
	}
	p.kept = append(p.kept[:0], p.kept[end:]...)
	_, err := io.WriteString(p.out, text.String())
	return len(data), err
}
