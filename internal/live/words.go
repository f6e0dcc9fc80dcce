package live

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"sync"
)

// longestWords bounds what is kept of a line without a timestamp.
const longestWords = 4 << 10

// ofNode matches what kubelets and container runtimes write into a stream of a log, with success, when they cannot read the
// log: kubernetes/kubernetes, pkg/kubelet/kuberuntime/kuberuntime_container.go, ReadLogs, and
// k8s.io/cri-client/pkg/logs.
var ofNode = lazily(`^(unable to retrieve container logs for |rpc error: code = |failed to (try resolving symlinks|open log file|seek|create fsnotify|watch|read|write|get))`)

// noLog matches those of them that say that the log is gone.
var noLog = lazily(`^unable to retrieve container logs|code = NotFound|no such file or directory`)

// hear keeps what the node said in a stream.
func (s *streamed) hear(line []byte) {
	if len(s.words) < longestWords {
		s.words = append(s.words, line...)
	}
}

// err is the error of a stream in which the node said something.
func (s *streamed) err() error {
	said := strings.TrimSpace(string(bytes.ToValidUTF8(s.words, []byte("?"))))
	switch {
	case said == "":
		return nil
	case noLog().MatchString(said):
		return ErrNoLog
	default:
		return fmt.Errorf("the node says: %s", oneLine(said))
	}
}

// lazily returns a function that compiles a pattern when it is called first. Few commands need all patterns.
func lazily(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}
