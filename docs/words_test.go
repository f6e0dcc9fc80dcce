package docs_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestWords wants the words of CONTRIBUTING.md in the comments and strings of Go, in scripts, descriptions and documents.
func TestWords(t *testing.T) {
	t.Parallel()
	v, seen := readVocabulary(t), 0
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if entry.IsDir() && slices.Contains([]string{".git", "bin", "node_modules", "testdata", "third_party"}, entry.Name()) {
			return filepath.SkipDir
		}
		if err != nil || !entry.Type().IsRegular() || path == "docs/words_test.go" {
			return err
		}
		source, err := os.ReadFile(path)
		for _, said := range wordsIn(t, path, source) {
			seen++
			for _, wrong := range v.wrongIn(said.text) {
				t.Errorf("%s:%d: %q: CONTRIBUTING.md, Words, has a better word", path, said.line, wrong)
			}
		}
		return err
	})
	if err != nil || seen < 10000 {
		t.Errorf("only %d comments, strings and documents were found: %v", seen, err)
	}
}

// TestWordsAreRefused plants wrong words, and words that look like these.
func TestWordsAreRefused(t *testing.T) {
	t.Parallel()
	v := readVocabulary(t)
	const source = `package p

// Size is a whole
// number.
var size = "it is no list" // There is no limit, and a limit is no longer needed.
`
	var found []string
	for _, said := range wordsIn(t, "p.go", []byte(source)) {
		for _, wrong := range v.wrongIn(said.text) {
			found = append(found, strconv.Itoa(said.line)+" "+wrong)
		}
	}
	if want := []string{"3 whole\nnumber", "5 is no"}; !slices.Equal(found, want) {
		t.Errorf("found %q, want %q", found, want)
	}
}

// A vocabulary has the words that nobody writes here, and the phrases in which they are right.
type vocabulary struct{ wrong, right *regexp.Regexp }

// readVocabulary reads the table of CONTRIBUTING.md.
func readVocabulary(t *testing.T) vocabulary {
	t.Helper()
	text, err := os.ReadFile("CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, found := strings.Cut(string(text), "| write | not | but |\n")
	if !found {
		t.Fatal("CONTRIBUTING.md has no table of words")
	}
	table, _, _ = strings.Cut(table, "\n\n")
	var wrong, right []string
	for _, row := range strings.Split(table, "\n")[1:] {
		cells := strings.Split(row, "|")
		wrong, right = append(wrong, quotedIn(cells[2])...), append(right, quotedIn(cells[3])...)
	}
	return vocabulary{phrases(wrong), phrases(right)}
}

// phrases matches any of some phrases, also across the end of a line.
func phrases(all []string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)\b(` + strings.ReplaceAll(strings.Join(all, "|"), " ", `\s+`) + `)\b`)
}

func (v vocabulary) wrongIn(text string) []string {
	return v.wrong.FindAllString(v.right.ReplaceAllString(text, ""), -1)
}

// A saying is a comment, a string or a document, and the line in which it begins.
type saying struct {
	line int
	text string
}

// code matches what a document quotes.
var code = regexp.MustCompile("`[^`]*`")

// wordsIn returns what a file says to people.
func wordsIn(t *testing.T, path string, source []byte) (all []saying) {
	t.Helper()
	switch filepath.Ext(path) {
	case ".md", ".sh", ".yaml":
		for i, line := range strings.Split(string(source), "\n") {
			all = append(all, saying{i + 1, code.ReplaceAllString(line, "")})
		}
	case ".go":
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, path, source, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, comment := range file.Comments {
			all = append(all, saying{files.Position(comment.Pos()).Line, comment.Text()})
		}
		ast.Inspect(file, func(node ast.Node) bool {
			if literal, ok := node.(*ast.BasicLit); ok && literal.Kind == token.STRING && strings.Contains(literal.Value, " ") { // one word is a key
				all = append(all, saying{files.Position(literal.Pos()).Line, literal.Value})
			}
			return true
		})
	}
	return all
}
