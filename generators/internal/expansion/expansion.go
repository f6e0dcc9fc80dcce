// Package expansion is about the references $(NAME) that Kubernetes expands in commands and environments.
package expansion

import "strings"

// Escape keeps Kubernetes from expanding anything in a value, see k8s.io/kubernetes,
// third_party/forked/golang/expansion. $$ stands for one dollar; a dollar before anything else than a dollar or a
// parenthesis stands for itself, but two of them are the safe way to say so.
func Escape(value string) string { return strings.ReplaceAll(value, "$", "$$") }
