package kubectl

import (
	"errors"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/latchkey-dev/latchkey/internal/text"
)

// An Error is a call of kubectl that failed.
type Error struct {
	// Command is the call without its flags: "kubectl get pods".
	Command string
	// Message is what kubectl said on standard error, in one line. Lines has it line by line.
	Message string
	Lines   []string

	flags []string
	err   error
}

// Error is the command, what kubectl said, and what to do if it reached no cluster.
func (e *Error) Error() string {
	said := e.Command + ": " + e.Message
	if remedy := e.remedy(); remedy != "" {
		return said + " (" + strings.ReplaceAll(remedy, "{flags}", text.Arguments(e.flags...)) + ")"
	}
	return said
}

// remedy says what to do if kubectl reached no cluster; else it is "".
func (e *Error) remedy() string {
	for _, known := range unreachable {
		if strings.Contains(e.Message, known.said) {
			return known.remedy
		}
	}
	return ""
}

const (
	noCluster = "no cluster is chosen: set KUBECONFIG, give --kubeconfig or --context, or run kubectl config use-context NAME"
	noContext = "kubectl config view{flags} shows the contexts, clusters and users"
	noAnswer  = "the cluster does not answer as it should: try kubectl cluster-info{flags}"
	noUser    = "the cluster does not accept the user of the kubeconfig: log in again, or give another --context or --user"
)

// unreachable says what to do when kubectl reaches no cluster. The first entry with words that kubectl said is used. What the
// cluster itself reports is not among them, for example that it reaches no kubelet. {flags} are the flags of the call.
var unreachable = []struct{ said, remedy string }{
	{"localhost:8080", noCluster}, // the address without a kubeconfig
	{"current-context must exist", noCluster},
	{`" does not exist`, noContext},
	{"context was not found", noContext},
	{"cannot locate context", noContext},
	{"no server found for cluster", noContext},
	{"The connection to the server", noAnswer},
	{"Unable to connect to the server", noAnswer},
	{"couldn't get current server API group list", noAnswer},
	{"You must be logged in to the server", noUser},
}

// Unwrap returns the error of running the program.
func (e *Error) Unwrap() error { return e.err }

// IsNotFound tells whether an error says that an object is not there.
func IsNotFound(err error) bool { return says(err, "(NotFound)", " not found") }

// IsForbidden tells whether an error says that the user has no right to ask.
func IsForbidden(err error) bool { return says(err, "(Forbidden)") }

// IsPresent tells whether an error says that there is an object of the name already.
func IsPresent(err error) bool { return says(err, "(AlreadyExists)", " already exists") }

// IsConflict tells whether an error says that an object is not the one that was meant.
func IsConflict(err error) bool { return says(err, "(Conflict)") }

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
var logLine = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[EFIW]\d{4} \d\d:\d\d:\d\d\.\d+ `) })

// mostRunes bounds a line of a message.
const mostRunes = 1500

// repeated is a part of an object that a server repeats in its message.
var repeated = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`Invalid value: [\[{].{80,}[\]}]: `) })

// shortened leaves out what a server repeats of an object, and the middle of a line that is still long.
func shortened(line string) string {
	line = repeated().ReplaceAllString(line, "Invalid value: ...: ")
	runes := []rune(line)
	if len(runes) <= mostRunes {
		return line
	}
	return string(runes[:mostRunes/2]) + " ... " + string(runes[len(runes)-mostRunes/2:])
}

// linesOf returns the lines that kubectl said, without its own log and without the word error. If there is nothing else, the error in
// the last line of the log is returned, or the line.
func linesOf(said string) (lines []string) {
	var logged []string
	for line := range strings.Lines(said) {
		line = strings.TrimSpace(line)
		switch {
		case line == "":
		case logLine().MatchString(line):
			logged = append(logged, line)
		default:
			lines = append(lines, shortened(strings.TrimPrefix(line, "error: ")))
		}
	}
	if len(lines) == 0 && len(logged) > 0 {
		lines = []string{ofLog(logged[len(logged)-1])}
	}
	return lines
}

// ofLog returns the error in a line of the log, which is the quoted string after err=, or the line.
func ofLog(line string) string {
	_, behind, _ := strings.Cut(line, " err=")
	quoted, _ := strconv.QuotedPrefix(behind) // "" if there is none
	failure, err := strconv.Unquote(quoted)
	if err != nil {
		return line
	}
	return failure
}
