package examples_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"
)

var (
	action = regexp.MustCompile(`\buses: *(\S+)(.*)`)
	pinned = regexp.MustCompile(`^[\w.-]+/[\w./-]+@[0-9a-f]{40}$`)
	moving = regexp.MustCompile(`@(latest|main|master)\b`)
)

// TestActionsArePinned looks at the workflows of GitHub Actions in examples and docs: readers copy them, and a tag can be
// moved to another program.
func TestActionsArePinned(t *testing.T) {
	t.Parallel()
	found := 0
	for name, text := range workflows(t) {
		actions := action.FindAllStringSubmatch(text, -1)
		for _, match := range actions {
			found++
			if !pinned.MatchString(match[1]) || !strings.Contains(match[2], "# v") {
				t.Errorf("%s: %s: name a commit, and its version in a comment", name, match[0])
			}
		}
		if match := moving.FindString(text); len(actions) > 0 && strings.HasSuffix(name, ".yaml") && match != "" {
			t.Errorf("%s: %s can be another program tomorrow", name, match)
		}
	}
	if found == 0 {
		t.Error("no action was found")
	}
}

// TestPullRequestsMayNotWrite looks at the jobs that run for pull requests, which anybody may open.
func TestPullRequestsMayNotWrite(t *testing.T) {
	t.Parallel()
	found := 0
	for name, text := range workflows(t) {
		var workflow struct {
			On          any
			Permissions map[string]string
			Jobs        map[string]struct {
				If          string
				Permissions map[string]string
			}
		}
		if !strings.HasSuffix(name, ".yaml") || !strings.Contains(text, "pull_request") {
			continue
		}
		if err := yaml.Unmarshal([]byte(text), &workflow); err != nil || len(workflow.Jobs) == 0 {
			t.Errorf("%s: %v", name, err)
		}
		if len(workflow.Permissions) == 0 {
			t.Errorf("%s: without permissions it has the permissions of the repository", name)
		}
		for id, job := range workflow.Jobs {
			found++
			permissions := job.Permissions
			if permissions == nil {
				permissions = workflow.Permissions
			}
			for what, may := range permissions {
				if may != "read" && job.If != "github.event_name == 'push'" {
					t.Errorf("%s: the job %s has %s: %s for pull requests", name, id, what, may)
				}
			}
		}
	}
	if found == 0 {
		t.Error("no job was found")
	}
}

// workflows are the contents of all files that may hold one.
func workflows(t *testing.T) map[string]string {
	t.Helper()
	texts := map[string]string{}
	for _, root := range []string{".", "../docs", "../README.md", "../.github"} {
		err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || filepath.Ext(path) != ".yaml" && filepath.Ext(path) != ".md" {
				return err
			}
			text, err := os.ReadFile(path)
			texts[path] = string(text)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return texts
}

// makesTag is a call of make that gets the name of a branch or tag.
var makesTag = regexp.MustCompile(`\bmake\b.*(GITHUB_REF|github\.ref|\$IMAGE)`)

// TestTagsAreNoCommands looks for make with the name of a tag, such as v1;touch${IFS}x. make pastes a variable into the text of
// a shell's command. Only the target site takes such a variable, and its commands do not contain the variable.
func TestTagsAreNoCommands(t *testing.T) {
	t.Parallel()
	found := 0
	for name, text := range workflows(t) {
		for _, match := range makesTag.FindAllString(text, -1) {
			found++
			if !strings.HasPrefix(match, "make site ") {
				t.Errorf("%s: %s: call the script of this target", name, match)
			}
		}
	}
	if found == 0 {
		t.Error("the target site is not found")
	}
}
