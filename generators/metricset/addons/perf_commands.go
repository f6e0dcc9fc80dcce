package addons

import "github.com/latchkey-dev/latchkey/generators/metricset/plan"

func perfCommands() Addon {
	about := About{
		Name:    "perf-commands",
		Summary: "commands with the capabilities SYS_PTRACE and SYS_ADMIN, for profilers",
		Family:  "application",
	}
	return define(about, func(o perfCommandsOptions, made plan.Plan, target Target) plan.Plan {
		made = o.wrap(about, made, target)
		made.Each(o.fits, func(container *plan.Container) { container.Ptrace, container.Admin = true, true })
		return made
	})
}

type perfCommandsOptions struct{ commandsOptions }
