package shipped

import (
	"strings"

	corev1 "k8s.io/api/core/v1"
)

// A Use is a script that a container runs, with the facts about the container.
type Use struct {
	// Script is the name of a file.
	Script string
	facts  map[string]bool
	// unknown are the variables whose values only the cluster knows.
	unknown map[string]bool
	// number tells the uses of a set apart.
	number int
}

// NewUse returns the use of a script in a container that has these variables and kinds of texts. Other facts are those
// that only the generator knows.
func NewUse(script string, variables []corev1.EnvVar, texts, others []string) Use {
	use := Use{Script: script, facts: map[string]bool{}, unknown: map[string]bool{}}
	for _, v := range variables {
		use.facts[v.Name] = v.Value != "" || v.ValueFrom != nil
		use.facts[v.Name+"="+v.Value] = true
		use.unknown[v.Name] = v.ValueFrom != nil || strings.Contains(v.Value, "$(")
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
	return u.holds(fact) && (!strings.Contains(fact, "=") || !u.unknown[variableOf(fact)])
}

// variableOf returns the variable of a fact about one.
func variableOf(fact string) string {
	name, _, _ := strings.Cut(strings.TrimPrefix(fact, "not "), "=")
	return name
}

// holds says whether a mark holds for the container.
func (u Use) holds(mark string) bool {
	for fact := range strings.SplitSeq(mark, " or ") {
		fact, negated := strings.CutPrefix(fact, "not ")
		if name, _, hasValue := strings.Cut(fact, "="); hasValue && u.unknown[name] {
			return true
		}
		if u.facts[fact] != negated {
			return true
		}
	}
	return false
}
