package metrics

import "github.com/latchkey-dev/latchkey/generators/metricset/plan"

func appCustom() Metric {
	return define(About{
		Name:    "app-custom",
		Summary: "any image and command with a launcher and workers; the image needs bash, ssh and sshd",
		URL:     "https://converged-computing.github.io/metrics-operator",
		Family:  "proxyapp",
	}, customOptions{leading: leading{launching: launching{Wait: defaultWait}}}, func(o customOptions, t Target) plan.Plan {
		return o.lead(o.Command, t)
	})
}

type customOptions struct {
	Command string `option:"command" required:"true" help:"full launch command, mpirun included"`
	leading
}
