package shipped

import (
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
)

// A Use is a script that a container runs, with the facts about the container.
type Use struct {
	// Script is the name of a file.
	Script string
	// variables are those of the container. facts are all other facts.
	variables []corev1.EnvVar
	facts     []string
	// number tells the uses of a set apart.
	number int
}

// NewUse returns the use of a script in a container that has these variables and kinds of texts. Other facts are those
// that only the generator knows.
func NewUse(script string, variables []corev1.EnvVar, texts, others []string) Use {
	facts := make([]string, 0, len(texts)+len(others))
	for _, text := range texts {
		facts = append(facts, "."+strings.TrimRight(text, "-0123456789"))
	}
	return Use{Script: script, variables: variables, facts: append(facts, others...)}
}

// variable begins the names of the variables that scripts read.
const variable = "LATCHKEY_"

// variable returns a variable of the container.
func (u Use) variable(name string) (v corev1.EnvVar, exists bool) {
	at := slices.IndexFunc(u.variables, func(v corev1.EnvVar) bool { return v.Name == name })
	if at < 0 {
		return v, false
	}
	return u.variables[at], true
}

// isSure says whether a mark of one fact holds, and not only may hold, for the container.
func (u Use) isSure(fact string) bool {
	v, _ := u.variable(variableOf(fact))
	return u.holds(fact) && (!strings.Contains(fact, "=") || !isUnknown(v))
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
		v, exists := u.variable(name)
		if hasValue && isUnknown(v) {
			return true
		}
		isSet := v.Value != "" || v.ValueFrom != nil
		if (slices.Contains(u.facts, fact) || !hasValue && isSet || hasValue && exists && v.Value == value) != negated {
			return true
		}
	}
	return false
}
