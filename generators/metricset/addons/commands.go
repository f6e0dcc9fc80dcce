package addons

import (
	"github.com/latchkey-dev/latchkey/generators/metricset/options"
	"github.com/latchkey-dev/latchkey/generators/metricset/plan"
)

func commands() Addon {
	return define(About{
		Name:    "commands",
		Summary: "put text before, around and after the measured command",
		Family:  "application",
	}, commandsOptions{}, commandsOptions.wrap)
}

func perfCommands() Addon {
	return define(About{
		Name:    "perf-commands",
		Summary: "commands with the capabilities SYS_PTRACE and SYS_ADMIN, for profilers",
		Family:  "application",
	}, commandsOptions{}, func(o commandsOptions, made plan.Plan, pods int32) plan.Plan {
		made = o.wrap(made, pods)
		made.Each(o.fits, func(container *plan.Container) { container.Ptrace, container.Admin = true, true })
		return made
	})
}

type commandsOptions struct {
	PreBlock  string `option:"preBlock" help:"text for bash before the collection; at least one of this, prefix, suffix and postBlock is needed"`
	Prefix    string `option:"prefix" help:"put before each measured command"`
	Suffix    string `option:"suffix" help:"put after each measured command"`
	PostBlock string `option:"postBlock" help:"text for bash after the collection"`
	targeting
}

func (o *commandsOptions) Validate(made plan.Plan, p *options.Problems) {
	if o.PreBlock+o.Prefix+o.Suffix+o.PostBlock == "" {
		p.Required("prefix", "the addon has nothing to do: write one of its options preBlock, prefix, suffix and postBlock, or leave the addon out")
	}
	o.check(made, p)
	made.Each(o.fits, func(container *plan.Container) {
		switch {
		case len(container.Measured) > 0:
		case container.Role == plan.Work:
			o.refuse(p, "the workers run no command of their own that could be wrapped: use the option preBlock of this addon")
			if o.PostBlock != "" {
				p.Invalid("postBlock", "postBlock never runs on workers, because they are stopped when the launcher ends: leave postBlock out")
			}
		default:
			o.refuse(p, "this metric reads many figures at once and has no command that could be wrapped: use preBlock or postBlock")
		}
	})
}

// refuse reports a prefix and a suffix of a container that has no command to wrap.
func (o *commandsOptions) refuse(p *options.Problems, reason string) {
	if o.Prefix != "" {
		p.Invalid("prefix", "%s", reason)
	}
	if o.Suffix != "" {
		p.Invalid("suffix", "%s", reason)
	}
}

// wrap adds the snippets to the selected containers.
func (o commandsOptions) wrap(made plan.Plan, _ int32) plan.Plan {
	made.Each(o.fits, func(container *plan.Container) {
		if o.PreBlock != "" {
			container.Pre = append(container.Pre, o.PreBlock)
		}
		container.Wrappers = append(container.Wrappers, plan.Wrapper{Prefix: o.Prefix, Suffix: o.Suffix})
		if o.Prefix+o.Suffix != "" && !container.Env.Has("LATCHKEY_ASIDE") {
			container.Env = container.Env.Flag("LATCHKEY_ASIDE", true)
		}
		if o.PostBlock != "" {
			container.Post = append(container.Post, o.PostBlock)
		}
	})
	return made
}
