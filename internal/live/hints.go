package live

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/latchkey-dev/latchkey/internal/text"
)

// Hints say how hints name commands, so that a command works when it is copied.
type Hints struct {
	// Program is what people type to run Latchkey. Default: latchkey.
	Program string
	// Flags say where the set is, to kubectl and to Latchkey.
	Flags []string
}

// Command returns a command of Latchkey with the flags.
func (h Hints) Command(words ...string) string {
	return cmp.Or(h.Program, "latchkey") + text.Arguments(slices.Concat(words, h.Flags)...)
}

// in completes the commands of a remedy: {latchkey} is the program, and {flags} are the flags.
func (h Hints) in(remedy string) string {
	return strings.NewReplacer("{latchkey}", cmp.Or(h.Program, "latchkey"), "{flags}", text.Arguments(h.Flags...)).Replace(remedy)
}

// lazily returns a function that compiles a pattern when it is called first. Few commands need all patterns.
func lazily(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}
