package findings

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/suggest"
)

// NotOneOf is an error about a value that is not allowed.
func NotOneOf(at *field.Path, value string, allowed []string) *field.Error {
	problem := field.NotSupported(at, value, allowed)
	problem.Detail = strconv.Quote(value) + " is unknown: " + suggest.OneOf(allowed)
	return problem
}

// Directory checks that a path in a container is absolute. It does not judge an empty path.
func (f *Findings) Directory(at *field.Path, directory string) bool {
	switch {
	case directory == "":
		return true
	case !path.IsAbs(directory):
		f.Invalid(at, directory, "%q is not an absolute path: begin it with \"/\"", directory)
		return false
	}
	return true
}

// NodePath checks that a path on a node is absolute, see kubernetes/kubernetes, pkg/apis/core/validation/validation.go,
// validatePathNoBacksteps. It does not judge an empty path.
func (f *Findings) NodePath(at *field.Path, directory string) {
	if f.Directory(at, directory) && slices.Contains(strings.Split(directory, "/"), "..") {
		f.Invalid(at, directory, "%q goes back with \"..\", which the server refuses: write the path without \"..\"", directory)
	}
}

// Driver checks the name of a CSI driver. It does not judge an empty name.
func (f *Findings) Driver(at *field.Path, driver string) {
	if driver != "" && (len(driver) > MaxLabel || !ObjectName.Allows(strings.ToLower(driver))) {
		f.Invalid(at, driver, "%q is not a driver: use 1 to 63 letters, digits, \"-\" and \".\"", driver)
	}
}

// Items checks the keys of a ConfigMap or Secret that a volume has, each with the path of its file in the volume.
func (f *Findings) Items(at *field.Path, items map[string]string) {
	for _, key := range SortedKeys(items) {
		file, at := items[key], at.Key(key)
		f.Obey(at, key, FileKey)
		switch {
		case key == "" || file == "":
			f.Invalid(at, file, "an item needs a key and a path: write both, for example app.conf: app.conf")
		case path.IsAbs(file) || strings.HasPrefix(file, "..") || slices.Contains(strings.Split(file, "/"), ".."):
			f.Invalid(at, file, "%q leaves the volume: use a path inside the volume, without \"/\" or \"..\" at the beginning and without \"..\" between slashes", file)
		}
	}
}

// Image checks that an API server accepts the name of an image, and warns if no node can pull the image.
func (f *Findings) Image(at *field.Path, image string) bool {
	switch {
	case image == "":
		f.Required(at, "the image is missing: write its name, for example docker.io/library/ubuntu:24.04")
	case strings.ContainsFunc(image, func(r rune) bool { return r <= ' ' || unicode.IsSpace(r) }):
		f.Invalid(at, image, "%q has a space in it: write the image without spaces", image)
	case hasCapitals(image):
		f.Warn(at, image, "%q has upper-case letters, which only a registry and a tag may have: write the rest in lower case", image)
	default:
		return true
	}
	return false
}

// hasCapitals tells whether an image has capital letters where they are not allowed. The first part is a registry if it
// has a dot, a port or capital letters, see distribution/reference, normalize.go, splitDockerDomain.
func hasCapitals(image string) bool {
	name, _, _ := strings.Cut(image, "@")
	if colon := strings.LastIndex(name, ":"); colon > strings.LastIndex(name, "/") {
		name = name[:colon]
	}
	if first, rest, found := strings.Cut(name, "/"); found && (strings.ContainsAny(first, ".:") || first != strings.ToLower(first)) {
		name = rest
	}
	return name != strings.ToLower(name)
}

// Labels checks that Kubernetes accepts the labels.
func (f *Findings) Labels(at *field.Path, labels map[string]string) {
	for _, key := range SortedKeys(labels) {
		if !LabelKey.Allows(key) {
			f.Invalid(at.Key(key), key, "%q is not allowed here: %s", key, LabelKey.Remedy)
		}
		f.Obey(at.Key(key), labels[key], LabelValue)
	}
}

// MaxLabel is the length of a DNS label.
const MaxLabel = validation.DNS1123LabelMaxLength

// Form is a rule of Kubernetes for names and similar values, with advice.
type Form struct {
	problems func(string) []string
	// Remedy says what to write, as the end of a message.
	Remedy string
}

// Allows reports whether a value has the form.
func (r Form) Allows(value string) bool { return len(r.problems(value)) == 0 }

// Example returns a mended form of a value that is not allowed, as the end of a message: `, for example "my-key"` for "My_Key". It is "" if
// there is none.
func (r Form) Example(value string) string {
	mended := strings.Trim(strings.Map(func(c rune) rune {
		if 'a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '.' {
			return c
		}
		return '-'
	}, strings.ToLower(value)), "-.")
	if !r.Allows(mended) {
		return ""
	}
	return fmt.Sprintf(", for example %q", mended)
}

// The forms of Kubernetes.
var (
	ServiceName = Form{validation.IsDNS1035Label, `use 1 to 63 lower-case letters, digits and "-", a letter first`}
	Label       = Form{validation.IsDNS1123Label, `use 1 to 63 lower-case letters, digits and "-", no "-" at either end`}
	ObjectName  = Form{validation.IsDNS1123Subdomain, `use 1 to 253 lower-case letters, digits, "-" and ".", a letter or digit at either end`}
	FileKey     = Form{validation.IsConfigMapKey, `use letters, digits, "-", "_" and "."`}
	Variable    = Form{validation.IsEnvVarName, `use letters, digits, "_", "-" and ".", no digit first`}
	Identifier  = Form{validation.IsCIdentifier, `use letters, digits and "_", no digit first`}
	LabelKey    = Form{validation.IsQualifiedName, `use 1 to 63 letters, digits, "-", "_" and ".", or a domain and one "/" before them, such as example.com/team`}
	LabelValue  = Form{validation.IsValidLabelValue, `use at most 63 letters, digits, "-", "_" and ".", a letter or digit at either end`}
)

// Obey checks that a value has a form. It does not judge an empty value.
func (f *Findings) Obey(at *field.Path, value string, form Form) bool {
	if value == "" || form.Allows(value) {
		return true
	}
	f.Invalid(at, value, "%q is not allowed here: %s", value, form.Remedy)
	return false
}

// Metadata checks that Kubernetes accepts the metadata of an object, and that there is a name. Obey checks the form of the name,
// which depends on the generated names. what is the word of messages for the object.
func (f *Findings) Metadata(what string, meta *metav1.ObjectMeta) {
	at := field.NewPath("metadata")
	if meta.Name == "" && meta.GenerateName != "" {
		f.Required(at.Child("name"), "generateName is not a name yet, and all other names are made from the name of the %s: write metadata.name instead", what)
	} else {
		f.Need(at.Child("name"), meta.Name, "the %s has no name: write metadata.name, from which all other names are made", what)
	}
	f.Obey(at.Child("namespace"), meta.Namespace, Label)
	f.Labels(at.Child("labels"), meta.Labels)
	f.exclusive(at.Child("annotations"), meta.Annotations)
}

// JobPods checks the labels and annotations of the pods of jobs. at is the path of both.
func (f *Findings) JobPods(at *field.Path, labels, annotations map[string]string) {
	f.Labels(at.Child("labels"), labels)
	for _, key := range jobLabels {
		if value, isSet := labels[key]; isSet {
			f.Invalid(at.Child("labels").Key(key), value, "%q is set by Kubernetes, because Jobs select their pods by this label: choose another key", key)
		}
	}
	f.exclusive(at.Child("annotations"), annotations)
}

// jobLabels are the labels of pods that must have the values of their Job, see kubernetes/kubernetes v1.36,
// pkg/apis/batch/validation/validation.go, validateGeneratedSelector.
var jobLabels = []string{batchv1.ControllerUidLabel, batchv1.JobNameLabel, "controller-uid", "job-name"}

// exclusive checks the annotation exclusive-topology of a JobSet or of pods. Its value is a key of node labels. JobSet puts the value into
// the affinity of the pods, and nobody sees that the server refuses these, see kubernetes-sigs/jobset v0.12.0, pkg/webhooks/pod_webhook.go.
func (f *Findings) exclusive(at *field.Path, annotations map[string]string) {
	const key = "alpha.jobset.sigs.k8s.io/exclusive-topology"
	if value, isSet := annotations[key]; isSet && !LabelKey.Allows(value) {
		f.Invalid(at.Key(key), value, "%q is not allowed here: %s", value, LabelKey.Remedy)
	}
}

// Fits checks that a name is short enough for the names made from it. derived is the longest of these, and owner is the
// object that has it.
func (f *Findings) Fits(at *field.Path, name, derived, owner string, most int) bool {
	if len(derived) <= most {
		return true
	}
	f.Invalid(at, name, "%q is too long: %s would be called %q, which has %d characters, and %d are allowed: use a name shorter by %d",
		name, owner, derived, len(derived), most, len(derived)-most)
	return false
}

// The rules of resources follow kubernetes/kubernetes v1.36, pkg/apis/core/validation/validation.go,
// validateResourceRequirements. A server asked by "latchkey validate --server" knows the rest, for example of huge pages.

// Resources checks the names and quantities of limits and requests, each below a path, and that the limits allow the requests.
func (f *Findings) Resources(limits, requests *field.Path, resources corev1.ResourceRequirements) {
	f.ResourceList(limits, resources.Limits)
	f.ResourceList(requests, resources.Requests)
	f.Requests(requests, resources)
}

// ResourceList checks the names and quantities of resources.
func (f *Findings) ResourceList(at *field.Path, list corev1.ResourceList) {
	for _, name := range SortedKeys(list) {
		quantity, at := list[name], at.Key(string(name))
		switch {
		case !isBasic(name) && !isDevice(name):
			f.Invalid(at, string(name), "%q is not a resource: use cpu, memory, ephemeral-storage, hugepages-<size> or the name of a device, for example nvidia.com/gpu", name)
		case quantity.Sign() < 0:
			f.Invalid(at, quantity.String(), "%q is negative: use 0 or more", quantity.String())
		case isDevice(name) && quantity.MilliValue()%1000 != 0:
			f.Invalid(at, quantity.String(), "%q is not an integer, and devices cannot be split: use an integer", quantity.String())
		}
	}
}

// Requests checks that limits allow the requests of a container.
func (f *Findings) Requests(at *field.Path, resources corev1.ResourceRequirements) {
	for _, name := range SortedKeys(resources.Requests) {
		request, at := resources.Requests[name], at.Key(string(name))
		limit, limited := resources.Limits[name]
		switch {
		case !limited && isDevice(name):
			f.Invalid(at, request.String(), "%q needs a limit of the same value: move it from requests to limits", name)
		case limited && isDevice(name) && request.Cmp(limit) != 0:
			f.Invalid(at, request.String(), "%q differs from the limit, which is %q: give %q the same request and limit", request.String(), limit.String(), name)
		case limited && request.Cmp(limit) > 0:
			f.Invalid(at, request.String(), "%q is more than the limit, which is %q: request at most the limit", request.String(), limit.String())
		}
	}
}

func isBasic(name corev1.ResourceName) bool {
	switch name {
	case corev1.ResourceCPU, corev1.ResourceMemory, corev1.ResourceEphemeralStorage:
		return true
	}
	size, huge := strings.CutPrefix(string(name), corev1.ResourceHugePagesPrefix)
	return huge && size != ""
}

// isDevice tells whether a resource is one of a device plugin. Their names have a domain.
func isDevice(name corev1.ResourceName) bool {
	return LabelKey.Allows(string(name)) && strings.Contains(string(name), "/")
}
