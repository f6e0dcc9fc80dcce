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

// module is the path of this module. Programs with further kinds have another one.
const module = "github.com/latchkey-dev/latchkey"

// version describes this build from what the Go tool wrote into it, for
// example "v0.1.0 (go1.26.8, commit 1a2b3c)". It holds no time of building, so
// that equal sources say the same. A program of another module says the version
// of Latchkey in it as well.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "(unknown)"
	}
	return fmt.Sprintf("%s (%s%s%s)", cmp.Or(info.Main.Version, "(devel)"), info.GoVersion, commit(info.Settings), within(info))
}

// within returns ", latchkey <version>" where Latchkey is a part of the program.
func within(info *debug.BuildInfo) string {
	for _, part := range info.Deps {
		if part.Path == module {
			return ", latchkey " + part.Version
		}
	}
	return ""
}

// commit returns ", commit <revision>" where the build knows its revision.
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
