package metrics

import (
	"strconv"

	"github.com/latchkey-dev/latchkey/generators/metricset/plan"
)

// environment collects the variables that a script reads. Values that are empty, zero or false are left out: for the
// scripts an unset variable means "not asked for".
type environment []plan.Variable

func (e environment) text(name, value string) environment {
	if value == "" {
		return e
	}
	return append(e, plan.Variable{Name: name, Value: value})
}

func (e environment) number(name string, value int) environment {
	if value == 0 {
		return e
	}
	return e.text(name, strconv.Itoa(value))
}

func (e environment) flag(name string, set bool) environment {
	if !set {
		return e
	}
	return e.text(name, "true")
}
