package podtest

import (
	"regexp"
	"strings"
	"sync"
	"testing"

	corev1 "k8s.io/api/core/v1"
)

var (
	// sourcing is a line that sources a script. Before the dot stands an indent, or a condition for which it does not.
	sourcing = regexp.MustCompile(`(?m)^( *)(?:\[ (.*) \] \|\| )?\. "\$\{?LATCHKEY_FILES(?::=[a-z_/]+\})?/([^"]+)"`)
	// mentioned is the name of a script behind a slash.
	mentioned = regexp.MustCompile(`/([a-z-]+\.(?:sh|py))`)
	// imported is the module that a script in Python imports.
	imported = regexp.MustCompile(`(?m)^ *from ([a-z]+) import`)
	// reading is a variable of ours with its default.
	reading = regexp.MustCompile(`\$\{(LATCHKEY_[A-Z_]+):-([a-z]*)\}`)
)

// CheckSet wants a set to have the scripts that its containers run, and no others. data is the data of its ConfigMap.
func CheckSet(t *testing.T, data map[string]string, containers []corev1.Container) {
	t.Helper()
	used := map[string]bool{}
	for _, text := range data {
		for _, name := range namedIn(text) {
			used[name] = true
		}
	}
	for _, container := range containers {
		variables := Variables(container)
		started := strings.Join(container.Command, " /")
		for _, match := range mentioned.FindAllStringSubmatch(started, -1) {
			if _, there := data[match[1]]; there {
				used[match[1]] = true
				checkSourced(t, data, match[1], variables, used)
			}
		}
	}
	for name := range data {
		if (strings.HasSuffix(name, ".sh") || strings.HasSuffix(name, ".py")) && !used[name] {
			t.Errorf("no container and no other script uses %s", name)
		}
	}
}

// known holds the scripts that a file names, and sourced the lines in which it sources some, by the file: hundreds of sets have the
// same files.
var known, sourced sync.Map

// sourcedIn returns the lines of a file that source a script.
func sourcedIn(text string) [][]string {
	if found, isKnown := sourced.Load(text); isKnown {
		return found.([][]string)
	}
	lines := sourcing.FindAllStringSubmatch(text, -1)
	sourced.Store(text, lines)
	return lines
}

// namedIn returns the scripts that a file names.
func namedIn(text string) (names []string) {
	if found, isKnown := known.Load(text); isKnown {
		return found.([]string)
	}
	for _, match := range imported.FindAllStringSubmatch(text, -1) {
		names = append(names, match[1]+".py")
	}
	for _, match := range mentioned.FindAllStringSubmatch(text, -1) {
		names = append(names, match[1])
	}
	known.Store(text, names)
	return names
}

// checkSourced wants a set to have the scripts that a script sources in a container, and those that they source. It notes
// them as used.
func checkSourced(t *testing.T, data map[string]string, script string, variables map[string]string, used map[string]bool) {
	t.Helper()
	for _, match := range sourcedIn(data[script]) {
		condition, sourced := expanded(match[2], variables), expanded(match[3], variables)
		if condition == "" && match[1] != "" && sourced == match[3] { // within an if
			continue
		}
		if condition != "" && isTrue(t, condition, variables["LATCHKEY_KEY"], data) {
			continue
		}
		if _, there := data[sourced]; !there {
			t.Errorf("%s sources %s, which the set does not have; variables %v", script, sourced, variables)
		}
		used[sourced] = true
		checkSourced(t, data, sourced, variables, used)
	}
}

// isTrue judges a condition of a script that has its variables filled in. key begins the names of the container's files.
func isTrue(t *testing.T, condition, key string, data map[string]string) bool {
	t.Helper()
	words := strings.Fields(strings.ReplaceAll(condition, `"`, ""))
	switch {
	case words[0] == "-z":
		return len(words) == 1
	case words[0] == "!" && words[1] == "-f":
		name := strings.NewReplacer("$lk_texts", key, "$LATCHKEY_FILES/", "").Replace(words[2])
		return data[name] == ""
	case words[0] == "=" || words[0] == "!=": // with nothing before it
		return words[0] == "!="
	case len(words) == 3 && (words[1] == "=" || words[1] == "!="):
		return (words[0] == words[2]) == (words[1] == "=")
	}
	t.Fatalf("a script sources another one behind the condition %q, which this test does not know", condition)
	return false
}

// expanded returns a string with the values of our variables.
func expanded(text string, variables map[string]string) string {
	return reading.ReplaceAllStringFunc(text, func(found string) string {
		match := reading.FindStringSubmatch(found)
		if value := variables[match[1]]; value != "" {
			return value
		}
		return match[2]
	})
}
