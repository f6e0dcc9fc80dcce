package shipped

import (
	"strings"

	corev1 "k8s.io/api/core/v1"
)

// A Use is a script that a container runs, with the facts about the container.
type Use struct {
	// Script is the name of a file.
	Script string
	// variables are those of the container, by name. facts are all other facts.
	variables map[string]corev1.EnvVar
	facts     map[string]bool
	// number tells the uses of a set apart.
	number int
}

// NewUse returns the use of a script in a container that has these variables and kinds of texts. Other facts are those
// that only the generator knows.
func NewUse(script string, variables []corev1.EnvVar, texts, others []string) Use {
	use := Use{Script: script, variables: make(map[string]corev1.EnvVar, len(variables)), facts: map[string]bool{}}
	for _, variable := range variables {
		use.variables[variable.Name] = variable
	}
	for _, text := range texts {
		use.facts["."+strings.TrimRight(text, "-0123456789")] = true
	}
	for _, other := range others {
		use.facts[other] = true
	}
	return use
}

// holds says whether a mark holds for the container.
func (u Use) holds(mark string) bool {
	for fact := range strings.SplitSeq(mark, " or ") {
		fact, negated := strings.CutPrefix(fact, "not ")
		name, value, hasValue := strings.Cut(fact, "=")
		variable, isSet := u.variables[name]
		if hasValue && variable.ValueFrom != nil { // only the cluster knows the value
			return true
		}
		if (u.facts[fact] || isSet && (!hasValue || variable.Value == value)) != negated {
			return true
		}
	}
	return false
}
