package cli

import (
	"cmp"
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// newVersion returns the command that prints the version.
func (c Command) newVersion() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  cobra.NoArgs,
		RunE:  c.printVersion,
	}
}

func (c Command) printVersion(cmd *cobra.Command, _ []string) error {
	_, err := fmt.Fprintln(cmd.OutOrStdout(), c.name(), version())
	return err
}

// module is the path of this module. A program with further kinds has a module of its own.
const module = "github.com/latchkey-dev/latchkey"

// version describes this build, for example "v0.1.0 (go1.26.8, commit 1a2b3c)". The Go tool has put the facts into the
// binary. The text has no build time, so equal sources give equal texts. For a program of another module it names the
// version of Latchkey as well.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "(unknown)"
	}
	return fmt.Sprintf("%s (%s%s%s)", cmp.Or(info.Main.Version, "(devel)"), info.GoVersion, commit(info.Settings), within(info))
}

// within returns ", latchkey <version>" if Latchkey is a part of another program.
func within(info *debug.BuildInfo) string {
	for _, part := range info.Deps {
		if part.Path == module {
			return ", latchkey " + part.Version
		}
	}
	return ""
}

// commit returns ", commit <revision>" if the build knows its revision.
func commit(settings []debug.BuildSetting) string {
	text := ""
	for _, setting := range settings {
		switch {
		case setting.Key == "vcs.revision":
			text = ", commit " + setting.Value
		case setting.Key == "vcs.modified" && setting.Value == "true":
			text += ", modified"
		}
	}
	return text
}
