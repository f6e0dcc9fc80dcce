// Package program is what each command needs of the program that it belongs to: streams, name and kinds.
package program

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/latchkey-dev/latchkey/apis/crds"
	"github.com/latchkey-dev/latchkey/apis/findings"
	"github.com/latchkey-dev/latchkey/apis/suggest"
	"github.com/latchkey-dev/latchkey/cli/internal/exit"
	"github.com/latchkey-dev/latchkey/fn"
	"github.com/latchkey-dev/latchkey/generators"
	"github.com/latchkey-dev/latchkey/internal/text"
)

// A Program is latchkey, or a program with further kinds, with its streams.
type Program struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	// Name is what people type to run the program, such as "kubectl latchkey".
	Name string
	// Args are the arguments of the program, as they were typed.
	Args []string
	// Objects are what the program is for, such as "MiniCluster and MetricSet objects".
	Objects string
	// Kinds are all kinds that the program expands.
	Kinds generators.Registry
	// Pause is the time between two looks at a cluster. Default: 2 seconds.
	Pause time.Duration

	// lock guards the output, and shown says that the terminal shows the line of Progress.
	lock  sync.Mutex
	shown bool
}

// Say prints a message that is not about an object of the input. Each line begins with the name of the program, as
// readers see the lines of many programs.
func (p *Program) Say(message string) {
	p.lock.Lock()
	defer p.lock.Unlock()
	p.clear()
	for line := range strings.SplitSeq(message, "\n") {
		fmt.Fprintln(p.Stderr, p.Name+": "+text.Printable(line))
	}
}

// Tell prints a line to standard output.
func (p *Program) Tell(line string) {
	p.lock.Lock()
	defer p.lock.Unlock()
	p.clear()
	fmt.Fprintln(p.Stdout, text.Printable(line))
}

// PrintFindings prints findings for people, one on each line of standard error.
func (p *Program) PrintFindings(found fn.Results) {
	for _, finding := range found {
		fmt.Fprintln(p.Stderr, fn.Line(finding))
	}
}

// Progress writes a line that changes to a terminal, once the work takes longer than a second. It returns the function
// that ends this.
func (p *Program) Progress(text func() string) (finish func()) {
	if !p.IsWatched() {
		return func() {}
	}
	ended, gone := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(gone)
		tick := time.NewTicker(time.Second)
		defer tick.Stop()
		for {
			select {
			case <-ended:
				p.lock.Lock()
				defer p.lock.Unlock()
				p.clear()
				return
			case <-tick.C:
				p.show(text())
			}
		}
	}()
	return func() { close(ended); <-gone }
}

// IsWatched tells whether a person sees the line of [Program.Progress].
func (p *Program) IsWatched() bool { return IsTerminal(p.Stderr) }

// show writes the line of [Program.Progress]. The terminal cuts it off at its right edge: a second line would stay.
func (p *Program) show(line string) {
	p.lock.Lock()
	defer p.lock.Unlock()
	fmt.Fprintf(p.Stderr, "\r\x1b[K\x1b[?7l%s: %s\x1b[?7h", p.Name, text.Printable(line))
	p.shown = true
}

// clear removes the line of [Program.Progress].
func (p *Program) clear() {
	if p.shown {
		fmt.Fprint(p.Stderr, "\r\x1b[K")
		p.shown = false
	}
}

// IsTerminal tells whether a person is at the other end of a stream. The null device is a character device too.
func IsTerminal(stream any) bool {
	file, ok := stream.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return false
	}
	null, err := os.Stat(os.DevNull)
	return err != nil || !os.SameFile(info, null)
}

// Documented returns the kinds that have a definition, sorted by name and group. Latchkey's own configuration is among them.
func (p *Program) Documented() ([]crds.Kind, error) {
	own, err := crds.Parse(crds.Latchkeys)
	if err != nil {
		return nil, err
	}
	all := []crds.Kind{own}
	for _, kind := range p.Kinds.Kinds() {
		described, err := crds.Parse(kind.CRD)
		if err != nil {
			return nil, fmt.Errorf("the CRD of the kind %s/%s: %w", kind.Group, kind.Name, err)
		}
		all = append(all, described)
	}
	slices.SortFunc(all, func(a, b crds.Kind) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.Group, b.Group))
	})
	return all, nil
}

// Forms of output that several commands have.
const (
	Text = "text"
	JSON = "json"
)

// Complete offers the values of a flag to the shell.
func Complete(cmd *cobra.Command, flag string, offer cobra.CompletionFunc) {
	_ = cmd.RegisterFlagCompletionFunc(flag, offer) // this fails only for a flag that does not exist
}

// AddForms gives a command the flag -o, which chooses one of some forms of its output. Any other value is refused before
// the command runs.
func AddForms(cmd *cobra.Command, form *string, usual, usage string, forms []string) {
	cmd.Flags().StringVarP(form, "output", "o", usual, usage)
	Complete(cmd, "output", cobra.FixedCompletions(forms, cobra.ShellCompDirectiveNoFileComp))
	cmd.PreRunE = func(*cobra.Command, []string) error {
		if slices.Contains(forms, *form) {
			return nil
		}
		return exit.Usagef("-o %q: %s", *form, suggest.Remedy(*form, forms))
	}
}

// CheckNamespace refuses a value of -n that is not a valid name for a namespace. It accepts the empty name.
func CheckNamespace(name string) error {
	if name == "" || findings.Label.Allows(name) {
		return nil
	}
	return fmt.Errorf("-n: %q is not a valid name for a namespace: %s%s", name, findings.Label.Remedy, findings.Label.Example(name))
}

// EncodeJSON writes a value for programs and people.
func (p *Program) EncodeJSON(value any) error {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(value); err != nil {
		return err
	}
	_, err := p.Stdout.Write(text.JSON(out.Bytes()))
	return err
}
