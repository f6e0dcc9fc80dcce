package examples_test

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
)

// scriptText is a script in a rendered ConfigMap: its key, and its lines with their indent.
var scriptText = regexp.MustCompile(`(?m)^  ([a-z-]+\.(?:sh|py)): \|\n((?:    .*\n|\n)+)`)

// goldenLines are what stands in place of a script, by its text: most examples have the same scripts.
var goldenLines sync.Map

// golden returns manifests as expected.yaml holds them. In place of each script of Latchkey stands the file that the script
// comes from, and the beginning of the hash of what ships. Snippets of users stay.
func golden(t *testing.T, manifests string) string {
	t.Helper()
	return scriptText.ReplaceAllStringFunc(manifests, func(found string) string {
		if line, known := goldenLines.Load(found); known {
			return line.(string)
		}
		parts := scriptText.FindStringSubmatch(found)
		text := strings.ReplaceAll(strings.TrimPrefix(parts[2], "    "), "\n    ", "\n")
		files, err := filepath.Glob("../generators/*/scripts/" + parts[1])
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if source, err := os.ReadFile(file); err == nil && isPartOf(text, string(source)) {
				line := fmt.Sprintf("  %s: %s sha256:%.8x\n", parts[1], strings.TrimPrefix(filepath.ToSlash(file), "../"), sha256.Sum256([]byte(text)))
				goldenLines.Store(found, line)
				return line
			}
		}
		t.Errorf("%s holds lines that no script of this name has:\n%s", parts[1], text)
		return found
	})
}

// isPartOf tells whether a source has all lines of another, in their order.
func isPartOf(text, source string) bool {
	for line := range strings.Lines(text) {
		_, rest, found := strings.Cut("\n"+source, "\n"+line)
		if !found {
			return false
		}
		source = rest
	}
	return true
}
