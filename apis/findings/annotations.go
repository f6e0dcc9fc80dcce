package findings

import (
	"path"
	"slices"
	"strconv"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// Annotations of pods that an API server judges, see kubernetes/kubernetes v1.36, pkg/apis/core/annotation_key_constants.go.
const (
	// exclusive belongs to JobSet, see kubernetes-sigs/jobset v0.12.0, api/jobset/v1alpha2, ExclusiveKey. Its value
	// becomes the topology of an affinity.
	exclusive         = "alpha.jobset.sigs.k8s.io/exclusive-topology"
	deletionCost      = "controller.kubernetes.io/pod-deletion-cost"
	tolerations       = "scheduler.alpha.kubernetes.io/tolerations"
	appArmorContainer = corev1.DeprecatedAppArmorBetaContainerAnnotationKeyPrefix
	seccompContainer  = corev1.SeccompContainerAnnotationKeyPrefix
)

// maxAnnotations is the size of all annotations of an object, in bytes, see kubernetes/apimachinery,
// pkg/api/validation/objectmeta.go, TotalAnnotationSizeLimitB.
const maxAnnotations = 256 << 10

// ownAnnotations is room for the annotations of Latchkey and of the controllers of JobSets and Jobs, in bytes. They are
// two dozen names with short values, and one value with the names of a source.
const ownAnnotations = 4 << 10

// Annotations checks that Kubernetes accepts annotations together with those that are added later. Their keys may have
// capital letters in the domain.
func (f *Findings) Annotations(at *field.Path, annotations map[string]string) {
	size := 0
	for _, key := range SortedKeys(annotations) {
		size += len(key) + len(annotations[key])
		if !LabelKey.Allows(strings.ToLower(key)) {
			f.key(at.Key(key), key)
		}
		if value := annotations[key]; key == exclusive && !LabelKey.Allows(value) {
			f.Invalid(at.Key(key), value, "%q is not a label of nodes: name one, for example topology.kubernetes.io/zone", value)
		}
	}
	if most := maxAnnotations - ownAnnotations; size > most {
		f.InvalidText(at, "they have %d bytes together and may have %d, since more are added: move the data into a ConfigMap", size, most)
	}
}

// controllerLabels are set on pods by the Job controller. It refuses templates with other values, see
// kubernetes/kubernetes v1.36, pkg/registry/batch/job/strategy.go, generateSelector.
var controllerLabels = []string{
	"job-name", "controller-uid",
	"batch.kubernetes.io/job-name", "batch.kubernetes.io/controller-uid", "batch.kubernetes.io/job-completion-index",
}

// PodMetadata checks the fields annotations and labels below a path, which become those of the pods of a Job.
func (f *Findings) PodMetadata(at *field.Path, annotations, labels map[string]string) {
	f.PodAnnotations(at.Child("annotations"), annotations)
	f.Labels(at.Child("labels"), labels)
	for _, key := range controllerLabels {
		if value, ok := labels[key]; ok {
			f.Invalid(at.Child("labels").Key(key), value, "%q is set by the Job controller, which refuses another value: leave it out", key)
		}
	}
}

// PodAnnotations is Annotations for pods. An API server also judges the values of some of these, see
// kubernetes/kubernetes v1.36, pkg/apis/core/validation/validation.go, ValidatePodSpecificAnnotations.
func (f *Findings) PodAnnotations(at *field.Path, annotations map[string]string) {
	f.Annotations(at, annotations)
	for _, key := range SortedKeys(annotations) {
		at, value := at.Key(key), annotations[key]
		switch {
		case key == deletionCost && !isDeletionCost(value):
			f.Invalid(at, value, "%q is not a whole number of 32 bits: write one without \"+\" and without zeros before it, for example -100", value)
		case key == corev1.MirrorPodAnnotationKey:
			f.Forbidden(at, "it is for pods that a kubelet has made by itself, and the server refuses others: leave it out")
		case key == tolerations && value != "":
			f.Forbidden(at, "it has no effect since Kubernetes 1.6: use tolerations of the pod")
		case strings.HasPrefix(key, appArmorContainer) && !isAppArmorProfile(value):
			f.Invalid(at, value, "%q is not an AppArmor profile: use runtime/default, unconfined or localhost/<profile>", value)
		case key == corev1.SeccompPodAnnotationKey, strings.HasPrefix(key, seccompContainer):
			f.seccompAnnotation(at, value)
		}
	}
}

// isDeletionCost follows kubernetes/kubernetes v1.36, pkg/apis/core/helper/helpers.go, GetDeletionCostFromPodAnnotations.
func isDeletionCost(value string) bool {
	_, err := strconv.ParseInt(value, 10, 32)
	return err == nil && value[0] != '+' && (value[0] != '0' || value == "0")
}

// isAppArmorProfile follows kubernetes/kubernetes v1.36, pkg/apis/core/validation/validation.go,
// ValidateAppArmorProfileFormat.
func isAppArmorProfile(value string) bool {
	return slices.Contains([]string{"", corev1.DeprecatedAppArmorBetaProfileRuntimeDefault, corev1.DeprecatedAppArmorBetaProfileNameUnconfined}, value) ||
		strings.HasPrefix(value, corev1.DeprecatedAppArmorBetaProfileNamePrefix)
}

// seccompAnnotation follows ValidateSeccompProfile in the same file.
func (f *Findings) seccompAnnotation(at *field.Path, value string) {
	file, local := strings.CutPrefix(value, corev1.SeccompLocalhostProfileNamePrefix)
	switch {
	case local:
		f.Below(at, file)
	case value != corev1.SeccompProfileRuntimeDefault && value != corev1.DeprecatedSeccompProfileDockerDefault && value != corev1.SeccompProfileNameUnconfined:
		f.Invalid(at, value, "%q is not a seccomp profile: use runtime/default, unconfined or localhost/<file>", value)
	}
}

// Below checks that a path stays below the directory in which it begins.
func (f *Findings) Below(at *field.Path, file string) {
	if path.IsAbs(file) || slices.Contains(strings.Split(file, "/"), "..") {
		f.Invalid(at, file, "%q leaves the directory of the profiles: use a path below it, without \"/\" at the beginning and without \"..\"", file)
	}
}
