package v1alpha2

import (
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
)

// ownVariables belong to Latchkey's scripts and to the Job controller, which gives each pod its index.
const (
	ownVariables  = "LATCHKEY_"
	indexVariable = "JOB_COMPLETION_INDEX"
)

// maxVariable is the number of bytes of a variable with its name and the zero byte at its end (Linux, MAX_ARG_STRLEN).
const maxVariable = 128 << 10

func (v *judge) checkEnvironment(c *Container, at *field.Path) {
	variables, secrets := at.Child("environment"), at.Child("secrets")
	for _, name := range findings.SortedKeys(c.Environment) {
		v.checkVariable(variables.Key(name), name, findings.Variable)
		v.checkValue(variables.Key(name), name, c.Environment[name])
	}
	for _, name := range findings.SortedKeys(c.Secrets) {
		at := secrets.Key(name)
		v.checkVariable(at, name, findings.Variable)
		if _, ok := c.Environment[name]; ok {
			v.Duplicate(at, name, "%q is in environment too: leave one of the two out", name)
		}
		v.checkSecretKey(at, c.Secrets[name])
	}
}

func (v *judge) checkSecretKey(at *field.Path, secret Secret) {
	v.Need(at.Child("name"), secret.Name, "there is no Secret: name one of the set's namespace")
	v.Need(at.Child("key"), secret.Key, "there is no key: name the one in the Secret that holds the value")
	v.Obey(at.Child("name"), secret.Name, findings.ObjectName)
	v.Obey(at.Child("key"), secret.Key, findings.FileKey)
}

func (v *judge) checkVariable(at *field.Path, name string, form findings.Form) {
	switch {
	case name == "":
		v.Invalid(at, name, "\"\" is not a variable: give it a name")
	case strings.HasPrefix(name, ownVariables) || name == indexVariable:
		v.Invalid(at, name, "%q is set by Latchkey or Kubernetes itself: choose another name", name)
	default:
		v.Obey(at, name, form)
	}
}

// checkValue checks the value of a variable. No program starts if one variable is too long, whatever its use.
func (v *judge) checkValue(at *field.Path, name, value string) {
	v.Text(at, value)
	if most := maxVariable - len(name) - len("=\x00"); len(value) > most {
		v.InvalidText(at, "it has %d bytes and may have %d, because Linux starts no program with a longer variable: put the text into a file of the image or of a ConfigMap", len(value), most)
	}
}

// checkFluxEnvironment checks variables that a shell exports. A shell does not allow every name that Kubernetes allows.
func (v *judge) checkFluxEnvironment() {
	environment := v.mc.Spec.Flux.Environment
	at := fluxPath.Child("environment")
	for _, name := range findings.SortedKeys(environment) {
		v.checkVariable(at.Key(name), name, findings.Identifier)
		v.checkValue(at.Key(name), name, environment[name])
	}
}
