package v1alpha2

import (
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"
)

// checkServiceCommands forbids the hooks of brokers in services, as flux-framework/flux-operator does.
func (v *judge) checkServiceCommands(c *Container, at *field.Path) {
	for _, hook := range []struct{ name, text string }{
		{"pre", c.Commands.Pre},
		{"brokerPre", c.Commands.BrokerPre},
		{"workerPre", c.Commands.WorkerPre},
	} {
		if hook.text != "" {
			v.Forbidden(at.Child("commands", hook.name), "a service has no broker: use commands.servicePre or commands.init")
		}
	}
}

// A Text is what a user wrote for the shell of a container, and the field that holds it.
//
// +kubebuilder:object:generate=false
type Text struct {
	At    *field.Path
	Value string
}

// Texts returns the texts of a container at a path, also if they are empty: its command first, and then its hooks.
func (c *Container) Texts(at *field.Path) []Text {
	commands := at.Child("commands")
	return []Text{
		{at.Child("command"), c.Command},
		{commands.Child("init"), c.Commands.Init},
		{commands.Child("pre"), c.Commands.Pre},
		{commands.Child("brokerPre"), c.Commands.BrokerPre},
		{commands.Child("workerPre"), c.Commands.WorkerPre},
		{commands.Child("servicePre"), c.Commands.ServicePre},
		{commands.Child("post"), c.Commands.Post},
		{commands.Child("script"), c.Commands.Script},
	}
}

func (v *judge) checkTexts(c *Container, at *field.Path) {
	for _, one := range c.Texts(at) {
		v.Text(one.At, one.Value)
		if one.Value != "" && strings.TrimSpace(one.Value) == "" {
			v.Invalid(one.At, one.Value, "%q is blank: write something, or leave it out", one.Value)
		}
	}
	v.Text(at.Child("lifeCycle", "postStartExec"), c.LifeCycle.PostStartExec)
	v.Text(at.Child("lifeCycle", "preStopExec"), c.LifeCycle.PreStopExec)
}
