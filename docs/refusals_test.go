package docs_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestRefusalsAreMessages wants the words of docs/refusals.md in the code or in an expected output. Rows whose words no message has any more
// hold nothing.
func TestRefusalsAreMessages(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("docs/refusals.md")
	if err != nil {
		t.Fatal(err)
	}
	said, seen := messages(t), 0
	for _, row := range regexp.MustCompile("(?m)^\\| `[^|]*` \\| (\"[^|]*\") \\| ").FindAllStringSubmatch(string(page), -1) {
		for _, words := range regexp.MustCompile(`"([^"]+)"`).FindAllStringSubmatch(row[1], -1) {
			seen++
			if words[1] != "*" && !strings.Contains(said, words[1]) {
				t.Errorf("docs/refusals.md: no message has the words %q", words[1])
			}
		}
	}
	if seen < 150 {
		t.Errorf("only %d messages were found", seen)
	}
}

// messages returns the code of what refuses, and the expected findings.
func messages(t *testing.T) string {
	t.Helper()
	var all strings.Builder
	for _, folder := range []string{"apis", "fn", "generators"} {
		err := filepath.WalkDir(folder, func(path string, _ fs.DirEntry, err error) error {
			isExpected := filepath.Ext(path) == ".txtar"
			if err != nil || !isExpected && (filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go")) {
				return err
			}
			text, err := os.ReadFile(path)
			all.Write(text)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return strings.ReplaceAll(all.String(), `\"`, `"`)
}
