package kubectl

import (
	"errors"
	"regexp"
	"strconv"
	"strings"
)

// An Error is a call of kubectl that failed.
type Error struct {
	// Command is the call without its flags: "kubectl get pods".
	Command string
	// Message is what kubectl said on standard error.
	Message string

	err error
}

// Error is the command, what kubectl said, and what to do if no cluster answered.
func (e *Error) Error() string {
	for _, known := range unreachable {
		if known.said.MatchString(e.Message) {
			return e.Command + ": " + e.Message + " (" + known.remedy + ")"
		}
	}
	return e.Command + ": " + e.Message
}

// unreachable says what to do when kubectl reaches no cluster. The first entry that matches what kubectl said is used.
// Without a kubeconfig kubectl asks localhost:8080.
var unreachable = []struct {
	said   *regexp.Regexp
	remedy string
}{
	{
		regexp.MustCompile(`localhost:8080|current-context must exist`),
		"no cluster is chosen: set KUBECONFIG, give --kubeconfig or --context, or run kubectl config use-context",
	},
	{
		regexp.MustCompile(`context "?.*"? does not exist|context was not found`),
		"kubectl config get-contexts lists the contexts",
	},
	{
		regexp.MustCompile(`connection refused|was refused|no such host|i/o timeout|TLS handshake timeout|no route to host|certificate`),
		"the cluster does not answer as it should: try kubectl cluster-info",
	},
	{
		regexp.MustCompile(`You must be logged in|Unauthorized`),
		"the cluster does not accept the user of the kubeconfig: log in again, or give another --context or --user",
	},
}

// Unwrap returns the error of running the program.
func (e *Error) Unwrap() error { return e.err }

// IsNotFound tells whether an error says that an object is not there.
func IsNotFound(err error) bool { return says(err, "(NotFound)", " not found") }

// IsUnknownKind tells whether an error says that the cluster does not know a kind, for example because a CRD is missing.
func IsUnknownKind(err error) bool {
	return says(err, "the server doesn't have a resource type", "no matches for kind")
}

func says(err error, texts ...string) bool {
	failed := new(Error)
	if !errors.As(err, &failed) {
		return false
	}
	for _, text := range texts {
		if strings.Contains(failed.Message, text) {
			return true
		}
	}
	return false
}

// logLine matches a line of kubectl's own log: "E1122 05:24:01.123456   12 memcache.go:265] ...".
var logLine = regexp.MustCompile(`^[EFIW]\d{4} \d\d:\d\d:\d\d\.\d+ `)

// loggedError matches the error in a line of that log.
var loggedError = regexp.MustCompile(`\berr=("(?:[^"\\]|\\.)*")`)

// message returns what kubectl said in one line, without its own log and without the word error. If there is nothing
// else, the error in the last line of the log is returned, or the line.
func message(said string) string {
	var lines, logged []string
	for line := range strings.Lines(said) {
		line = strings.TrimSpace(line)
		switch {
		case line == "":
		case logLine.MatchString(line):
			logged = append(logged, line)
		default:
			lines = append(lines, strings.TrimPrefix(line, "error: "))
		}
	}
	if len(lines) == 0 && len(logged) > 0 {
		lines = []string{ofLog(logged[len(logged)-1])}
	}
	return strings.Join(lines, "; ")
}

// ofLog returns the error in a line of the log, or the line.
func ofLog(line string) string {
	if found := loggedError.FindStringSubmatch(line); found != nil {
		if text, err := strconv.Unquote(found[1]); err == nil {
			return text
		}
	}
	return line
}
