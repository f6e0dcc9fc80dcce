package addons

import "github.com/latchkey-dev/latchkey/generators/metricset/plan"

func perfCommands() Addon {
	return define(About{
		Name:    "perf-commands",
		Summary: "commands with the capabilities SYS_PTRACE and SYS_ADMIN, for profilers",
		Family:  "application",
	}, commandsOptions{}, func(o commandsOptions, made plan.Plan, target Target) plan.Plan {
		made = o.wrap(made, target)
		made.Each(o.fits, func(container *plan.Container) { container.Ptrace, container.Admin = true, true })
		return made
	})
}
