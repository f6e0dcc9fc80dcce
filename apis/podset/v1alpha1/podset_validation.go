package v1alpha1

import (
	"fmt"
	"math"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/utils/ptr"

	"github.com/latchkey-dev/latchkey/apis/findings"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

// Paths of fields, for problems.
var (
	namePath      = field.NewPath("metadata", "name")
	replicasPath  = field.NewPath("spec", "replicas")
	imagePath     = field.NewPath("spec", "image")
	commandPath   = field.NewPath("spec", "command")
	runAsUserPath = field.NewPath("spec", "runAsUser")
)

// maxReplicas is the number of pods that the tutorials allow.
const maxReplicas = 10

// Validate returns all problems of a PodSet. Default must have run. The options have no influence.
func (s *PodSet) Validate(latchkey.Options) (errs, warnings field.ErrorList) {
	var f findings.Findings
	f.Metadata(&s.ObjectMeta)
	// The name of a pod is also its host name. All indexes have one digit.
	lastPod := fmt.Sprintf("%s-pod-%d", s.Name, maxReplicas-1)
	if f.Fits(namePath, s.Name, lastPod, "a pod", findings.MaxLabel) {
		f.Obey(namePath, s.Name, findings.Label)
	}
	f.Between(replicasPath, ptr.Deref(s.Spec.Replicas, defaultReplicas), 1, maxReplicas, "number of pods")
	f.Image(imagePath, s.Spec.Image)
	checkCommand(&f, s.Spec.Command)
	checkUser(&f, ptr.Deref(s.Spec.RunAsUser, defaultRunAsUser))
	return f.Errors, f.Warnings
}

// checkCommand reports a missing program. Arguments may be empty.
func checkCommand(f *findings.Findings, command []string) {
	if len(command) > 0 && strings.TrimSpace(command[0]) == "" {
		f.Invalid(commandPath.Index(0), command[0], "%q is no program: write the program that the pods run, or leave command out", command[0])
	}
}

// checkUser follows the Pod Security Standard "restricted", which demands a user other than root.
func checkUser(f *findings.Findings, user int64) {
	switch {
	case user == 0:
		f.Invalid(runAsUserPath, user, "0 is root, and these pods run as another user: use 1 or more")
	case user < 0:
		f.Invalid(runAsUserPath, user, "%d is too small: use 1 or more (number of a user)", user)
	case user > math.MaxInt32:
		f.Invalid(runAsUserPath, user, "%d is too large: use %d or less (number of a user)", user, math.MaxInt32)
	}
}
