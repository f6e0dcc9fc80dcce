package live

import (
	"cmp"
	"regexp"
	"slices"
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

// flags are the flags, each after a blank, for a command of kubectl.
func (h Hints) flags() string { return text.Arguments(h.Flags...) }

// lazily returns a function that compiles a pattern when it is called first. Few commands need all patterns.
func lazily(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}
