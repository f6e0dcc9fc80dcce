package rendering

import (
	"github.com/spf13/cobra"

	"github.com/latchkey-dev/latchkey/cli/internal/program"
)

// Options are the flags that say what is read and how sources become manifests.
type Options struct {
	*program.Program
	// Config is a file with options.
	Config string
	// Namespace and Suffix change the names of what was read, before it is rendered.
	Namespace, Suffix string
	// Ignore are patterns for files of directories that are not read.
	Ignore []string
	// Strict makes warnings errors.
	Strict bool
	// Summary asks for a line with the numbers of objects and findings.
	Summary bool
	// texts are the values of the option flags that were set.
	texts map[string]string
}

// AddFlags adds the flags.
func (o *Options) AddFlags(cmd *cobra.Command) {
	cmd.Flags().SortFlags = false
	cmd.Flags().StringVar(&o.Config, "fn-config", "", "`file` with options, a Latchkey or a ConfigMap, as functions take it")
	cmd.Flags().StringVarP(&o.Namespace, "namespace", "n", "", "`namespace` of objects that say none; another one is an error")
	cmd.Flags().StringVar(&o.Suffix, "suffix", "", "end of the names of the sources, which makes a set anew: `text` run-2 makes lammps-run-2")
	cmd.Flags().StringArrayVar(&o.Ignore, "ignore", nil, "`pattern`, as in .gitignore, for files of directories that are not read; repeatable")
	cmd.Flags().BoolVar(&o.Strict, "strict", false, "treat warnings as errors")
	o.texts = map[string]string{}
	addOptionFlags(cmd, o.texts)
}

// AddJudgingFlags adds the flags that render and validate alone have. The values of -f come before the arguments.
func (o *Options) AddJudgingFlags(cmd *cobra.Command, paths *[]string) {
	cmd.Flags().SortFlags = false
	cmd.Flags().StringArrayVarP(paths, "file", "f", nil, "`file`, directory or - to read, like an argument; repeatable")
	cmd.Flags().BoolVar(&o.Summary, "summary", false, "end with a line on standard error that counts objects and findings")
}
