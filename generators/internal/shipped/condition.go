package shipped

import "strings"

// conditionOf returns what a script asks to know whether a fact about a variable holds, or nothing for another fact.
func conditionOf(fact string) string {
	fact, negated := strings.CutPrefix(fact, "not ")
	name, value, hasValue := strings.Cut(fact, "=")
	switch {
	case !strings.HasPrefix(name, variable) || strings.Contains(fact, " "):
		return ""
	case hasValue && negated:
		return `[ "${` + name + `:-}" != ` + value + " ]"
	case hasValue:
		return `[ "${` + name + `:-}" = ` + value + " ]"
	case negated:
		return `[ -z "${` + name + `:-}" ]`
	default:
		return `[ -n "${` + name + `:-}" ]`
	}
}

// oppositeOf returns the fact that holds where another one does not.
func oppositeOf(fact string) string {
	if rest, negated := strings.CutPrefix(fact, "not "); negated {
		return rest
	}
	return "not " + fact
}

// withoutCondition returns a line without the condition that is sure to hold: of "if condition; then command; fi", and of
// "opposite || command", the command. It is false for a line of which nothing is left: the first and the last of an "if" of
// several lines.
func (k *keeper) withoutCondition(line string) (string, bool) {
	if k.sure == "" && len(k.inside) == 0 { // nearly all lines
		return line, true
	}
	condition, opposite := conditionOf(k.sure), conditionOf(oppositeOf(k.sure))
	k.sure = ""
	if last := len(k.inside) - 1; last >= 0 && line == k.inside[last]+"fi\n" {
		k.inside = k.inside[:last]
		return "", false
	}
	code := strings.TrimLeft(line, " ")
	indent := line[:len(line)-len(code)]
	inner, found := strings.CutPrefix(code, "if "+condition+"; then")
	if found && inner == "\n" {
		k.inside = append(k.inside, indent)
		return "", false
	}
	indent = indent[min(len(indent), 2*len(k.inside)):]
	if found {
		return indent + strings.TrimSuffix(inner[1:], "; fi\n") + "\n", true
	}
	return indent + strings.TrimPrefix(code, opposite+" || "), true
}
