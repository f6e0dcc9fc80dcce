package minicluster

import (
	"path"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"
	"mvdan.cc/sh/v3/syntax"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
)

// warnOfWaiting warns of a submitted command that waits until no job is left, and so for the job that it is part of.
func (v *validator) warnOfWaiting(c *v1alpha2.Container, at *field.Path) {
	for _, one := range []struct {
		text string
		at   *field.Path
	}{{c.Command, at.Child("command")}, {c.Commands.Script, at.Child("commands", "script")}} {
		if waits := waitingCommand(one.text); waits != "" {
			v.WarnOmitted(one.at, "%q waits until no job is left, and Flux submits this command as a job, so that it waits for itself and never ends: "+
				"set launcher: true on the container, and the command then runs beside the jobs that it submits", waits)
		}
	}
}

// waitingCommand returns the command of a snippet that waits until the Flux instance of the snippet has no job left, or "". What the snippet
// starts in an instance of its own, as "flux start" does, is not looked at.
func waitingCommand(text string) (found string) {
	if !strings.Contains(text, "queue") { // a parser is slow to make
		return ""
	}
	file, err := syntax.NewParser().Parse(strings.NewReader(text), "")
	if err != nil { // it is code of another language
		return ""
	}
	syntax.Walk(file, func(node syntax.Node) bool {
		if call, isCall := node.(*syntax.CallExpr); isCall && found == "" {
			found = waitingCall(call)
		}
		return true
	})
	return found
}

// waitingCall is [waitingCommand] for one command with its words, such as: sudo -u flux flux queue drain.
func waitingCall(call *syntax.CallExpr) string {
	var words []string
	for _, word := range call.Args {
		words = append(words, literal(word.Parts))
	}
	if len(words) == 0 || slices.Contains([]string{"echo", "printf"}, words[0]) {
		return ""
	}
	flux := slices.IndexFunc(words, func(word string) bool { return path.Base(word) == "flux" })
	if inner := slices.IndexFunc(words, isCommandFlag) + 1; flux < 0 && inner > 0 && inner < len(words) {
		return waitingCommand(words[inner])
	}
	if flux < 0 {
		return ""
	}
	plain := slices.DeleteFunc(words[flux+1:], func(word string) bool { return strings.HasPrefix(word, "-") })
	if len(plain) > 0 && path.Base(plain[0]) == "flux" { // the first one is a user
		plain = plain[1:]
	}
	if len(plain) > 1 && plain[0] == "queue" && slices.Contains([]string{"drain", "idle"}, plain[1]) {
		return "flux queue " + plain[1]
	}
	return ""
}

// isCommandFlag tells whether a word is the option of a shell in front of a snippet to run: -c, -lc.
func isCommandFlag(word string) bool {
	return strings.HasPrefix(word, "-") && !strings.HasPrefix(word, "--") && strings.HasSuffix(word, "c")
}

// literal returns the value of a word, or "" if a shell has to expand it.
func literal(parts []syntax.WordPart) string {
	var text strings.Builder
	for _, part := range parts {
		switch part := part.(type) {
		case *syntax.Lit:
			text.WriteString(part.Value)
		case *syntax.SglQuoted:
			text.WriteString(part.Value)
		case *syntax.DblQuoted:
			text.WriteString(literal(part.Parts))
		default:
			return ""
		}
	}
	return text.String()
}
