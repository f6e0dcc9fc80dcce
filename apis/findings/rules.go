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

// Between asks a number to lie within bounds.
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

// Choice asks a value to be one of the allowed ones. The empty value is not judged.
func (f *Findings) Choice(at *field.Path, value string, allowed ...string) bool {
	if value == "" || slices.Contains(allowed, value) {
		return true
	}
	f.Errors = Add(f.Errors, NotOneOf(at, value, allowed))
	return false
}

// NotOneOf is an error about a value that is none of the allowed ones.
func NotOneOf(at *field.Path, value string, allowed []string) *field.Error {
	problem := field.NotSupported(at, value, allowed)
	problem.Detail = strconv.Quote(value) + " is unknown: " + suggest.OneOf(allowed)
	return problem
}

// Directory asks for an absolute path in a container. The empty one is not judged.
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

// NodePath asks for an absolute path on a node, see kubernetes/kubernetes,
// pkg/apis/core/validation/validation.go, validatePathNoBacksteps. The empty one is not judged.
func (f *Findings) NodePath(at *field.Path, directory string) {
	if f.Directory(at, directory) && slices.Contains(strings.Split(directory, "/"), "..") {
		f.Invalid(at, directory, "%q goes back with \"..\", which the server refuses: write the path without it", directory)
	}
}

// Text refuses the one character that neither arguments nor variables can hold.
func (f *Findings) Text(at *field.Path, value string) bool {
	if strings.ContainsRune(value, 0) {
		f.InvalidText(at, "there is a NUL character in it: remove it")
		return false
	}
	return true
}

// Image asks for the name of an image that an API server takes, and warns of one that no node can pull.
func (f *Findings) Image(at *field.Path, image string) {
	switch {
	case image == "":
		f.Required(at, "there is no image: name one, for example docker.io/library/ubuntu:24.04")
	case strings.ContainsFunc(image, func(r rune) bool { return r <= ' ' || unicode.IsSpace(r) }):
		f.Invalid(at, image, "%q has a blank in it: write the image without blanks", image)
	case hasCapitals(image):
		f.Warn(at, image, "%q has capital letters, and only a registry and a tag may have them: write the rest in small letters", image)
	}
}

// hasCapitals tells whether there are capital letters where an image may have none. The first part is a registry if it
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

// Labels asks for labels that Kubernetes takes.
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
