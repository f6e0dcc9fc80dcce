package findings

import (
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/suggest"
)

// Between checks that a number is within bounds.
func (f *Findings) Between(at *field.Path, value, low, high int32, meaning string) bool {
	switch {
	case value < low:
		f.Invalid(at, value, "%d is too small: use %d or more (%s)", value, low, meaning)
	case value > high:
		f.Invalid(at, value, "%d is too large: use %d or less (%s)", value, high, meaning)
	default:
		return true
	}
	return false
}

// Choice checks that a value is one of the allowed ones. It does not judge an empty value.
func (f *Findings) Choice(at *field.Path, value string, allowed ...string) bool {
	if value == "" || slices.Contains(allowed, value) {
		return true
	}
	f.Errors = Add(f.Errors, NotOneOf(at, value, allowed))
	return false
}

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
	return f.Text(at, directory)
}

// NodePath checks that a path on a node is absolute, see kubernetes/kubernetes, pkg/apis/core/validation/validation.go,
// validatePathNoBacksteps. It does not judge an empty path.
func (f *Findings) NodePath(at *field.Path, directory string) {
	if f.Directory(at, directory) && slices.Contains(strings.Split(directory, "/"), "..") {
		f.Invalid(at, directory, "%q goes back with \"..\", which the server refuses: write the path without it", directory)
	}
}

// Driver checks the name of a CSI driver. It does not judge an empty name.
func (f *Findings) Driver(at *field.Path, driver string) {
	if driver != "" && (len(driver) > MaxLabel || !ObjectName.Allows(strings.ToLower(driver))) {
		f.Invalid(at, driver, "%q is not a driver: use at most 63 letters, digits, \"-\" and \".\"", driver)
	}
}

// Text refuses the zero byte, the one character that neither arguments nor variables can contain.
func (f *Findings) Text(at *field.Path, value string) bool {
	if strings.ContainsRune(value, 0) {
		f.InvalidText(at, "there is a NUL character in it: remove it")
		return false
	}
	return true
}

// Image checks that an API server accepts the name of an image, and warns if no node can pull the image.
func (f *Findings) Image(at *field.Path, image string) bool {
	switch {
	case image == "":
		f.Required(at, "there is no image: name one, for example docker.io/library/ubuntu:24.04")
	case strings.ContainsFunc(image, func(r rune) bool { return r <= ' ' || unicode.IsSpace(r) }):
		f.Invalid(at, image, "%q has a blank in it: write the image without blanks", image)
	case hasCapitals(image):
		f.Warn(at, image, "%q has capital letters, and only a registry and a tag may have them: write the rest in small letters", image)
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
		f.key(at.Key(key), key)
		f.Obey(at.Key(key), labels[key], LabelValue)
	}
}

func (f *Findings) key(at *field.Path, key string) {
	if !LabelKey.Allows(key) {
		f.Invalid(at, key, "%q is not allowed here: %s", key, LabelKey.Remedy)
	}
}
