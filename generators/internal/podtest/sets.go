package podtest

import (
	"bytes"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"mvdan.cc/sh/v3/syntax"
)

// code is what a script of a set has: the words that each of its functions names, with "" for the script itself, and the
// scripts that it sources.
type code struct {
	named   map[string][]string
	sourced []string
}

var (
	sourcing = regexp.MustCompile(`(?m)^\s*\. "\$(?:LATCHKEY_FILES|\{LATCHKEY_FILES:=[a-z_/]+\})/([a-z-]+\.sh)"`)
	started  = regexp.MustCompile(`\$(?:LATCHKEY_FILES|\{LATCHKEY_FILES:.[a-z_/]+\})/([a-z-]+\.(?:sh|py))`)
	anyName  = regexp.MustCompile(`[A-Za-z_][A-Za-z0-9_]*`)
)

// read reads a script. A word is a name if it is a command, an argument of one, or in a string.
func read(t *testing.T, name, text string) code {
	t.Helper()
	found := code{named: map[string][]string{"": nil}}
	for _, match := range sourcing.FindAllStringSubmatch(text, -1) {
		found.sourced = append(found.sourced, match[1])
	}
	var walk func(string, syntax.Node)
	walk = func(function string, node syntax.Node) {
		syntax.Walk(node, func(node syntax.Node) bool {
			switch node := node.(type) {
			case *syntax.FuncDecl:
				found.named[node.Name.Value] = []string{}
				walk(node.Name.Value, node.Body)
				return false
			case *syntax.CallExpr:
				if len(node.Args) == 0 || node.Args[0].Lit() == "read" {
					return true
				}
				for _, word := range node.Args {
					found.named[function] = append(found.named[function], anyName.FindAllString(text[word.Pos().Offset():word.End().Offset()], -1)...)
				}
			}
			return true
		})
	}
	walk("", Parse(t, name, text))
	return found
}

// A SetChecker checks the scripts of many sets.
type SetChecker struct {
	t         *testing.T
	functions map[string]bool
	checked   map[string]bool
	// texts are all scripts, with their names.
	texts map[string]string
}

// NewSetChecker returns a checker that knows the functions of all scripts.
func NewSetChecker(t *testing.T) *SetChecker {
	t.Helper()
	return &SetChecker{t, functionsOf(t), map[string]bool{}, map[string]string{}}
}

// Check wants the scripts of a set to be what its containers run: each parses, defines or sources the functions that it
// calls, sets the variables that it reads, has no mark of the selection, and has no function that nothing names.
func (c *SetChecker) Check(data map[string]string) {
	c.t.Helper()
	var key strings.Builder
	for _, name := range slices.Sorted(maps.Keys(data)) {
		if strings.HasSuffix(name, ".sh") {
			key.WriteString(data[name])
			c.texts[data[name]] = name
		}
	}
	if !c.checked[key.String()] {
		c.checked[key.String()] = true
		checkSet(c.t, data, c.functions)
		checkVariables(c.t, data)
	}
}

// Shellcheck runs shellcheck on some of the scripts, because all of them take minutes. Rendered scripts have no comments
// that turn single warnings off, so only errors count. It skips this if shellcheck is not installed.
func (c *SetChecker) Shellcheck() {
	c.t.Helper()
	if _, err := exec.LookPath("shellcheck"); err != nil {
		c.t.Log("shellcheck is not installed")
		return
	}
	folder, names := c.t.TempDir(), []string{"--severity=error"}
	texts := slices.Sorted(maps.Keys(c.texts))
	for i := 0; i < len(texts); i += 1 + len(texts)/10 {
		path := filepath.Join(folder, strconv.Itoa(i)+"-"+c.texts[texts[i]])
		if err := os.WriteFile(path, []byte(texts[i]), 0o600); err != nil {
			c.t.Fatal(err)
		}
		names = append(names, path)
	}
	if out, err := exec.Command("shellcheck", names...).CombinedOutput(); err != nil {
		c.t.Errorf("shellcheck: %v\n%s", err, bytes.TrimSpace(out))
	}
}

func checkSet(t *testing.T, data map[string]string, functions map[string]bool) {
	t.Helper()
	codes, named, sourced := map[string]code{}, map[string]bool{}, map[string]bool{}
	for name, text := range data {
		for _, match := range started.FindAllStringSubmatch(text, -1) {
			if !strings.Contains(name, ".sh") {
				continue
			}
			if _, there := data[match[1]]; !there {
				t.Errorf("%s uses %s, which the set does not have", name, match[1])
			}
		}
		if !strings.HasSuffix(name, ".sh") {
			continue
		}
		if regexp.MustCompile(`(?m)^ *# (ships for|end)`).MatchString(text) {
			t.Errorf("%s has a mark:\n%s", name, text)
		}
		codes[name] = read(t, name, text)
		for _, words := range codes[name].named {
			for _, word := range words {
				named[word] = true
			}
		}
		for _, source := range codes[name].sourced {
			sourced[source] = true
		}
	}
	for name, found := range codes {
		for function := range found.named {
			if function != "" && !named[function] && !strings.HasSuffix(function, "_program") {
				t.Errorf("nothing calls %s of %s", function, name)
			}
		}
		if !sourced[name] && !isPartOfText(name, data) {
			checkCalls(t, name, codes, functions)
		}
	}
}

// isPartOfText says whether a text sources the script, in the shell of a script that runs the text.
func isPartOfText(script string, data map[string]string) bool {
	for name, text := range data {
		if !strings.HasSuffix(name, ".sh") && regexp.MustCompile(`(?m)^\. \S*/`+regexp.QuoteMeta(script)).MatchString(text) {
			return true
		}
	}
	return false
}

// checkCalls wants the functions that a script names, and those that these name, to be defined in it or in a script that it
// sources.
func checkCalls(t *testing.T, entry string, codes map[string]code, functions map[string]bool) {
	t.Helper()
	named, defined := map[string][]string{}, map[string]bool{}
	for next := []string{entry}; len(next) > 0; next = next[1:] {
		for function, words := range codes[next[0]].named {
			named[function] = append(named[function], words...)
			defined[function] = true
		}
		next = append(next, codes[next[0]].sourced...)
	}
	seen := map[string]bool{}
	next := []string{""}
	for function := range named {
		if strings.HasSuffix(function, "_program") {
			next = append(next, function)
		}
	}
	for ; len(next) > 0; next = next[1:] {
		for _, word := range named[next[0]] {
			if seen[word] || !functions[word] || !strings.HasPrefix(word, "lk_") {
				continue
			}
			seen[word] = true
			if !defined[word] {
				t.Errorf("%s names %s in %q, and no script that it sources defines it", entry, word, next[0])
			}
			next = append(next, word)
		}
	}
}

// functionsOf returns the names of the functions of all scripts, without those that are variables too.
func functionsOf(t *testing.T) map[string]bool {
	t.Helper()
	functions := map[string]bool{}
	for name, text := range Scripts(t) {
		for function := range read(t, name, text).named {
			functions[function] = true
		}
	}
	delete(functions, "")
	for _, text := range Scripts(t) {
		for function := range functions {
			if regexp.MustCompile(`(?m)(^|\s|\{|\$)` + function + `([=}+]|\[)`).MatchString(text) {
				delete(functions, function)
			}
		}
	}
	return functions
}
