// Package expansion handles the references $(NAME), which Kubernetes expands in commands and environments.
package expansion

import "strings"

// Escape returns a value in which Kubernetes expands nothing, see k8s.io/kubernetes,
// third_party/forked/golang/expansion. It doubles every dollar. A dollar that is not followed by a dollar or a
// parenthesis would not need it, but doubling it is safe.
func Escape(value string) string { return strings.ReplaceAll(value, "$", "$$") }
