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
	// Name of the field: command, or that of a hook.
	Name  string
	At    *field.Path
	Value string
}

// Texts returns the texts of a container, also if they are empty: its command first, and then its hooks. Without the path
// of the container they have no paths, which take longer to make than all the rest.
func (c *Container) Texts(at *field.Path) []Text {
	texts := []Text{
		{Name: "command", Value: c.Command},
		{Name: "init", Value: c.Commands.Init},
		{Name: "pre", Value: c.Commands.Pre},
		{Name: "brokerPre", Value: c.Commands.BrokerPre},
		{Name: "workerPre", Value: c.Commands.WorkerPre},
		{Name: "servicePre", Value: c.Commands.ServicePre},
		{Name: "post", Value: c.Commands.Post},
		{Name: "script", Value: c.Commands.Script},
	}
	if at == nil {
		return texts
	}
	texts[0].At = at.Child("command")
	commands := at.Child("commands")
	for i := range texts[1:] {
		texts[i+1].At = commands.Child(texts[i+1].Name)
	}
	return texts
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
