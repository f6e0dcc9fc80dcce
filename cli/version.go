package cli

import (
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// newVersion returns the command that prints the version.
func newVersion() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  cobra.NoArgs,
		RunE:  printVersion,
	}
}

func printVersion(cmd *cobra.Command, _ []string) error {
	_, err := fmt.Fprintln(cmd.OutOrStdout(), "latchkey", version())
	return err
}

// version describes this build from what the Go tool wrote into it, for
// example "v0.1.0 (go1.26.8, commit 1a2b3c)". It holds no time of building, so
// that equal sources say the same.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "(unknown)"
	}
	module := info.Main.Version
	if module == "" {
		module = "(devel)"
	}
	return fmt.Sprintf("%s (%s%s)", module, info.GoVersion, commit(info.Settings))
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
