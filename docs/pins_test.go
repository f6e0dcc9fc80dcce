package docs_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// pinned matches a version of Latchkey that a document or an example names.
// README.md names latest, which is the newest tag, or the newest commit before there is one.
var pinned = regexp.MustCompile(`(?:github\.com/latchkey-dev/latchkey@|ghcr\.io/latchkey-dev/latchkey:|latchkey-dev/latchkey/kustomize\?ref=|latchkey-dev/latchkey\n\s*rev: )([\w.-]+)`)

// TestPinnedVersions wants documents and examples to name one version of Latchkey: the newest tag, or the one that comes
// next, which CHANGELOG.md then names.
func TestPinnedVersions(t *testing.T) {
	t.Parallel()
	versions, seen := map[string]string{}, 0
	for file, text := range pinning(t) {
		for _, match := range pinned.FindAllStringSubmatch(text, -1) {
			if file == "README.md" && match[1] == "latest" {
				continue
			}
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

// TestNotReleased wants every page with such a version to say that it is not released yet, as long as CHANGELOG.md has no title
// with a version, and no page to say it later. README.md says it too.
func TestNotReleased(t *testing.T) {
	t.Parallel()
	changes, err := os.ReadFile("CHANGELOG.md")
	if err != nil {
		t.Fatal(err)
	}
	released := regexp.MustCompile(`(?m)^## \[?v\d`).Match(changes)
	note := regexp.MustCompile(`not\s+released\s+yet`)
	for file, text := range pinning(t) {
		needs := file == "README.md" || strings.HasSuffix(file, ".md") && pinned.MatchString(text)
		if says := note.MatchString(text); released && says || !released && needs && !says {
			t.Errorf(`%s says "not released yet": %t. CHANGELOG.md has a title with a version: %t`, file, says, released)
		}
	}
}

// pinning returns the documents and examples, by their path.
func pinning(t *testing.T) map[string]string {
	t.Helper()
	texts := map[string]string{}
	for _, pattern := range []string{"README.md", "docs/*.md", "docs/*/*.md", "examples/*/*"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatalf("%s: %q, %v", pattern, found, err)
		}
		for _, file := range found {
			if text, err := os.ReadFile(file); err == nil { // a folder is an error
				texts[file] = string(text)
			}
		}
	}
	return texts
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
