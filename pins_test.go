package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// pinned matches a version of Latchkey that a document or an example names.
var pinned = regexp.MustCompile(`(?:github\.com/latchkey-dev/latchkey@|ghcr\.io/latchkey-dev/latchkey:|latchkey-dev/latchkey/kustomize\?ref=)([\w.-]+)`)

// TestPinnedVersions wants documents and examples to name one version of Latchkey: the newest tag, or the one that comes
// next, which CHANGELOG.md then names.
func TestPinnedVersions(t *testing.T) {
	t.Parallel()
	var files []string
	for _, pattern := range []string{"docs/*.md", "docs/*/*.md", "examples/*/*"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	versions, seen := map[string]string{}, 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			continue // a folder
		}
		for _, match := range pinned.FindAllStringSubmatch(string(text), -1) {
			versions[match[1]] = file
			seen++
		}
	}
	if seen < 4 || len(versions) != 1 {
		t.Fatalf("documents and examples name %d versions in %d places, and should name one: %v", len(versions), seen, versions)
	}
	for version, file := range versions {
		if newest, next := newestTag(), nextVersion(t); version != newest && version != next {
			t.Errorf("%s names the version %s, the newest tag is %q, and the newest in CHANGELOG.md is %q", file, version, newest, next)
		}
	}
}

// nextVersion returns the first version that CHANGELOG.md names.
func nextVersion(t *testing.T) string {
	t.Helper()
	changes, err := os.ReadFile("CHANGELOG.md")
	if err != nil {
		t.Fatal(err)
	}
	return regexp.MustCompile(`v\d+\.\d+\.\d+`).FindString(string(changes))
}

// newestTag returns the highest version among the tags. A checkout without tags has none.
func newestTag() string {
	out, _ := exec.Command("git", "tag", "--list", "v*", "--sort=-version:refname").Output()
	newest, _, _ := strings.Cut(string(out), "\n")
	return newest
}
