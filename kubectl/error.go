package kubectl

import (
	"errors"
	"regexp"
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

// Error is the command and what kubectl said.
func (e *Error) Error() string { return e.Command + ": " + e.Message }

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

// message returns what kubectl said in one line, without its own log and without the word error. If there is nothing
// else, the last line of the log is returned.
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
		lines = logged[len(logged)-1:]
	}
	return strings.Join(lines, "; ")
}
