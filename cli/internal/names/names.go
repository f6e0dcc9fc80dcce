// Package names checks and mends names that users type.
package names

import (
	"fmt"
	"strings"

	"github.com/latchkey-dev/latchkey/apis/findings"
)

// CheckNamespace refuses what cannot name a namespace. It accepts the empty name.
func CheckNamespace(name string) error {
	if name == "" || findings.Label.Allows(name) {
		return nil
	}
	return fmt.Errorf("-n: %q cannot name a namespace: %s%s", name, findings.Label.Remedy, Example(name))
}

// Example returns a corrected form of a wrong name, as in ", for example \"my-key\"" for "My_Key". It returns "" if
// there is none.
func Example(name string) string {
	name = strings.Trim(strings.ToLower(Safe(strings.ReplaceAll(name, "_", "-"))), "-.")
	if !findings.Label.Allows(name) {
		return ""
	}
	return fmt.Sprintf(", for example %q", name)
}

// Safe replaces characters that a name may have but a file name may not. A role may be called system:node, for example,
// and input may be hostile.
func Safe(name string) string { return strings.Map(safe, name) }

func safe(r rune) rune {
	switch {
	case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9', r == '-', r == '.', r == '_':
		return r
	default:
		return '-'
	}
}
