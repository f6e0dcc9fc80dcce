package workload

import (
	"slices"
	"strconv"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"mvdan.cc/sh/v3/syntax"
)

// An Environment collects the variables of a container in a fixed order. Its methods leave out values that are empty, zero or
// false, because the scripts take unset for "not asked for".
type Environment []corev1.EnvVar

// Has tells whether there is a variable of a name.
func (e Environment) Has(name string) bool {
	return slices.ContainsFunc(e, func(v corev1.EnvVar) bool { return v.Name == name })
}

// Value returns the value of a variable, or "".
func (e Environment) Value(name string) string {
	for _, variable := range e {
		if variable.Name == name {
			return variable.Value
		}
	}
	return ""
}

// Set sets a variable to a value that reaches the container unchanged.
func (e Environment) Set(name, value string) Environment {
	if value == "" {
		return e
	}
	return append(e, corev1.EnvVar{Name: name, Value: Escape(value)})
}

// Flag sets a variable to "true".
func (e Environment) Flag(name string, set bool) Environment {
	if !set {
		return e
	}
	return e.Set(name, "true")
}

// Number sets a variable to an integer.
func (e Environment) Number(name string, value int) Environment {
	if value == 0 {
		return e
	}
	return e.Set(name, strconv.Itoa(value))
}

// Words sets a variable to a list of words, quoted so that a shell reads exactly these. It panics on a NUL byte, which
// validation refuses.
func (e Environment) Words(name string, words []string) Environment {
	quoted := make([]string, 0, len(words))
	for _, word := range words {
		q, err := syntax.Quote(word, syntax.LangBash)
		if err != nil {
			panic(err)
		}
		quoted = append(quoted, q)
	}
	return e.Set(name, strings.Join(quoted, " "))
}

// Escape returns a value in which Kubernetes expands no reference $(NAME), see k8s.io/kubernetes,
// third_party/forked/golang/expansion. It doubles every dollar. A dollar that is not followed by a dollar or a
// parenthesis would not need it, but doubling it is safe.
func Escape(value string) string { return strings.ReplaceAll(value, "$", "$$") }
