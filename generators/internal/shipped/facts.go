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
	for _, v := range variables {
		use.variables[v.Name] = v
	}
	for _, text := range texts {
		use.facts["."+strings.TrimRight(text, "-0123456789")] = true
	}
	for _, other := range others {
		use.facts[other] = true
	}
	return use
}

// variable begins the names of the variables that scripts read.
const variable = "LATCHKEY_"

// isSure says whether a mark of one fact holds, and not only may hold, for the container.
func (u Use) isSure(fact string) bool {
	return u.holds(fact) && (!strings.Contains(fact, "=") || !isUnknown(u.variables[variableOf(fact)]))
}

// variableOf returns the variable of a fact about one.
func variableOf(fact string) string {
	name, _, _ := strings.Cut(strings.TrimPrefix(fact, "not "), "=")
	return name
}

// isUnknown says whether only the cluster knows the value of a variable.
func isUnknown(v corev1.EnvVar) bool { return v.ValueFrom != nil || strings.Contains(v.Value, "$(") }

// holds says whether a mark holds for the container.
func (u Use) holds(mark string) bool {
	for fact := range strings.SplitSeq(mark, " or ") {
		fact, negated := strings.CutPrefix(fact, "not ")
		name, value, hasValue := strings.Cut(fact, "=")
		v, exists := u.variables[name]
		if hasValue && isUnknown(v) {
			return true
		}
		isSet := v.Value != "" || v.ValueFrom != nil
		if (u.facts[fact] || !hasValue && isSet || hasValue && exists && v.Value == value) != negated {
			return true
		}
	}
	return false
}
