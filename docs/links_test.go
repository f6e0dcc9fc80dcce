package docs_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var link = regexp.MustCompile(`\[[^\]\n]+\]\(([^)\n]*)\)`)

// TestLinks wants every link to a file or folder in a document to lead to one, and no link to be empty.
func TestLinks(t *testing.T) {
	t.Parallel()
	seen := 0
	for document, text := range allPages(t) {
		for _, match := range link.FindAllStringSubmatch(text, -1) {
			target, _, _ := strings.Cut(match[1], "#")
			if strings.Contains(target, "://") || strings.HasPrefix(match[1], "#") {
				continue
			}
			seen++
			if target == "" {
				t.Errorf("%s: %s leads nowhere", document, match[0])
			} else if _, err := os.Stat(filepath.Join(filepath.Dir(document), target)); err != nil {
				t.Errorf("%s: %s: %v", document, match[0], err)
			}
		}
	}
	if seen < 50 {
		t.Errorf("only %d links to files were found", seen)
	}
}

// TestDecisions wants every decision to have the same form, a number without gaps, and a row in the index.
func TestDecisions(t *testing.T) {
	t.Parallel()
	index, err := os.ReadFile("docs/decisions/README.md")
	if err != nil {
		t.Fatal(err)
	}
	pages, err := filepath.Glob("docs/decisions/[0-9]*.md")
	if err != nil || len(pages) < 17 {
		t.Fatalf("%q, %v", pages, err)
	}
	form := regexp.MustCompile(`(?s)^# (\d+)\. ([^\n]+)\n\nStatus: ([^.:]+)[.:].*\n## Decision\n.*\n## Why\n.*\n## Tried or seen\n.*\n## What follows\n\n`)
	for at, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		found := form.FindStringSubmatch(string(text))
		if found == nil {
			t.Errorf("%s has not the form of the others", page)
			continue
		}
		name := filepath.Base(page)
		if want := fmt.Sprintf("%02d-", at+1); !strings.HasPrefix(name, want) || found[1] != strings.TrimLeft(want[:2], "0") {
			t.Errorf("%s has the number %s, want %d", page, found[1], at+1)
		}
		if row := fmt.Sprintf("| %s | [%s](%s) | %s |\n", found[1], found[2], name, found[3]); !strings.Contains(string(index), row) {
			t.Errorf("the index of decisions lacks the row\n%s", row)
		}
	}
	if rows := strings.Count(string(index), ".md) |"); rows != len(pages) {
		t.Errorf("the index has %d rows for %d decisions", rows, len(pages))
	}
}
