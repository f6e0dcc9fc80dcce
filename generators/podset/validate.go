package podset

import (
	"cmp"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/apis/podset/v1alpha1"
)

// nobody is the user that the pods run as by default.
const nobody int64 = 65534

// maxReplicas is the number of pods that the tutorials allow.
const maxReplicas = 10

// Default fills every empty value that generation needs. A second call changes nothing.
func Default(set *v1alpha1.PodSet) {
	spec := &set.Spec
	spec.Replicas = cmp.Or(spec.Replicas, new(int32(1)))
	spec.Image = cmp.Or(spec.Image, "docker.io/library/alpine:3")
	if len(spec.Command) == 0 {
		spec.Command = []string{"sleep", "3600"}
	}
	spec.RunAsUser = cmp.Or(spec.RunAsUser, new(nobody))
}

// Validate returns all problems of a PodSet that its schema does not tell. [Default] must have run. The options have no influence.
func Validate(set *v1alpha1.PodSet, _ latchkey.Options) (errs, warnings field.ErrorList) {
	var f findings.Findings
	name := field.NewPath("metadata", "name")
	f.Metadata("object", &set.ObjectMeta)
	// The name of a pod is also its host name. All indexes have one digit.
	if f.Fits(name, set.Name, podName(set, maxReplicas-1), "a pod", findings.MaxLabel) {
		f.Obey(name, set.Name, findings.Label)
	}
	f.Image(field.NewPath("spec", "image"), set.Spec.Image)
	if program := set.Spec.Command[0]; strings.TrimSpace(program) == "" {
		f.Invalid(field.NewPath("spec", "command").Index(0), program, "%q is not a program: write the program that the pods run, or leave command out", program)
	}
	return f.Errors, f.Warnings
}
