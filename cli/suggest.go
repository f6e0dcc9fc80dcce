package cli

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/latchkey-dev/latchkey/apis/suggest"
	"github.com/latchkey-dev/latchkey/internal/text"
)

// elsewhere are commands of other programs, with what does the same here.
var elsewhere = map[string]string{
	"apply": "render PATH | kubectl apply -f -", "create": "render PATH | kubectl apply -f -",
	"template": "render PATH", "build": "render PATH", "generate": "render PATH", "convert": "render PATH",
	"lint": "validate PATH", "check": "validate PATH", "vet": "validate PATH", "test": "validate PATH",
	"describe": "explain TOPIC", "docs": "explain TOPIC",
	"run": "render PATH | kubectl apply -f -", "install": "render PATH | kubectl apply -f -",
	"get": "status", "list": "status", "ps": "status", "exec": "connect SET", "rm": "delete SET", "remove": "delete SET", "uninstall": "delete SET", "cancel": "delete SET", "scancel": "delete SET", "squeue": "status", "attach": "connect SET", "ssh": "connect SET",
}

// explainArgs refuses arguments that are not commands, and proposes a command.
func explainArgs(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	err := fmt.Errorf("unknown command %q", args[0])
	if _, statErr := os.Stat(args[0]); statErr == nil && !cmd.HasParent() {
		return fmt.Errorf("%w: did you mean \"%s render%s\"?", err, cmd.CommandPath(), text.Arguments(args[0]))
	}
	if instead, found := elsewhere[args[0]]; found && !cmd.HasParent() {
		return fmt.Errorf("%w: use \"%s %s\"", err, cmd.CommandPath(), instead)
	}
	var known []string
	for _, command := range cmd.Commands() {
		if !command.Hidden {
			known = append(known, command.Name())
		}
	}
	return fmt.Errorf("%w: %s", err, suggest.Remedy(args[0], known))
}

// explainOwnArgs makes the commands that have commands, and those that cobra adds, refuse unknown arguments.
func explainOwnArgs(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, cmd := range root.Commands() {
		switch cmd.Name() {
		case "help":
			cmd.Args = func(_ *cobra.Command, args []string) error {
				found, rest, err := root.Find(args)
				if err != nil || found.HasAvailableSubCommands() {
					return errors.Join(err, explainArgs(found, rest))
				}
				return nil
			}
		case "completion", "study":
			cmd.Args = explainArgs
			cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
		}
	}
}

// explainFlagError adds the nearest flag to the error about an unknown flag. cobra does so for commands only.
func explainFlagError(cmd *cobra.Command, err error) error {
	unknown := new(pflag.NotExistError)
	if !errors.As(err, &unknown) || unknown.GetSpecifiedName() == "" {
		return err
	}
	var known []string
	cmd.Flags().VisitAll(func(flag *pflag.Flag) { known = append(known, flag.Name) })
	near := suggest.Nearest(unknown.GetSpecifiedName(), known)
	if near == "" {
		return err
	}
	return fmt.Errorf("%w: did you mean --%s?", err, near)
}
