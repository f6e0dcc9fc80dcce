// Package version is the command that prints the version.
package version

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/latchkey-dev/latchkey/cli/internal/program"
)

// released are the version, the commit and the time of the commit, separated by spaces. A build without the repository,
// such as the build of an image, sets it with -ldflags "-X github.com/latchkey-dev/latchkey/cli/version.released=...".
// Otherwise the Go tool has put these facts into the binary.
var released string

// module is the path of this module. A program with further kinds has a module of its own.
const module = "github.com/latchkey-dev/latchkey"

// A build is what "version -o json" prints.
type build struct {
	// Version is a tag, a pseudo-version of Go, or "(devel)" if the build knows no repository.
	Version string `json:"version"`
	// Commit is the full hash, and Date the time of the commit in UTC (RFC 3339). There is no time of the build, so
	// that equal sources give equal binaries.
	Commit string `json:"commit,omitempty"`
	Date   string `json:"date,omitempty"`
	// Modified says that the sources differed from the commit.
	Modified bool   `json:"modified"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
	// Latchkey is the version of Latchkey in a program of another module.
	Latchkey string `json:"latchkey,omitempty"`
}

// New returns the command.
func New(p *program.Program) *cobra.Command {
	var form string
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if form == program.JSON {
				return p.EncodeJSON(thisBuild())
			}
			return Print(p)
		},
	}
	program.AddForms(cmd, &form, program.Text, "`format`: text or json", []string{program.Text, program.JSON})
	return cmd
}

// Print writes the name of the program and its version in one line.
func Print(p *program.Program) error {
	_, err := fmt.Fprintln(p.Stdout, p.Name, thisBuild())
	return err
}

// This returns the version of Latchkey in the running program.
func This() string {
	b := thisBuild()
	return cmp.Or(b.Latchkey, b.Version)
}

// String returns the build in one line, for example "v0.1.0 (go1.26.8, commit 1a2b3c)".
func (b build) String() string {
	parts := []string{b.Go}
	if b.Commit != "" {
		parts = append(parts, "commit "+b.Commit)
	}
	if b.Modified {
		parts = append(parts, "modified")
	}
	if b.Latchkey != "" {
		parts = append(parts, "latchkey "+b.Latchkey)
	}
	return b.Version + " (" + strings.Join(parts, ", ") + ")"
}

// thisBuild describes the running program.
func thisBuild() build {
	b := build{Version: "(devel)", Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	if info, ok := debug.ReadBuildInfo(); ok {
		b.read(info)
	}
	facts := append(strings.Fields(released), "", "", "")
	b.Version, b.Commit, b.Date = cmp.Or(facts[0], b.Version), cmp.Or(facts[1], b.Commit), cmp.Or(facts[2], b.Date)
	return b
}

// read takes over what the Go tool has put into the binary.
func (b *build) read(info *debug.BuildInfo) {
	b.Version = cmp.Or(info.Main.Version, b.Version)
	for _, setting := range info.Settings {
		switch setting.Key {
		case "vcs.revision":
			b.Commit = setting.Value
		case "vcs.time":
			b.Date = setting.Value
		case "vcs.modified":
			b.Modified, _ = strconv.ParseBool(setting.Value) // the Go tool writes true or false
		}
	}
	for _, part := range info.Deps {
		if part.Path == module {
			b.Latchkey = part.Version
		}
	}
}
