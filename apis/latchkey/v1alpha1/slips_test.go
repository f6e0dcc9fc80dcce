package v1alpha1_test

import (
	"strconv"
	"strings"
	"testing"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/internal/testing/apitest"
)

// TestSlipsOfKeys misspells every key of every style, and wants the right key in the message.
func TestSlipsOfKeys(t *testing.T) {
	t.Parallel()
	keys := map[latchkey.Style][]string{latchkey.Annotations: {latchkey.AnnotationAttachTo}}
	for _, option := range latchkey.OptionTable() {
		keys[latchkey.ConfigMapData] = append(keys[latchkey.ConfigMapData], option.Name)
		keys[latchkey.Flags] = append(keys[latchkey.Flags], option.Flag)
		keys[latchkey.Annotations] = append(keys[latchkey.Annotations], latchkey.Prefix+option.Flag)
	}
	for style, words := range keys {
		for _, word := range words {
			name := strings.TrimPrefix(word, latchkey.Prefix)
			for _, slip := range apitest.Slips(name) {
				checkSlip(t, style, word, strings.TrimSuffix(word, name)+slip)
			}
		}
	}
}

// TestSlipsOfPrefixes misspells the prefix of every annotation.
func TestSlipsOfPrefixes(t *testing.T) {
	t.Parallel()
	for _, name := range append([]string{"attach-to"}, flags()...) {
		for _, slip := range append(apitest.Slips("latchkey.dev"), "latchkey", "latchkey.io", "latchkey.dev.example.com") {
			checkSlip(t, latchkey.Annotations, latchkey.Prefix+name, slip+"/"+name)
		}
		for _, joint := range []string{"latchkey-", "latchkey.", "latchkey.dev-", "latchkey.dev.", "latchkey.dev:", "latchkey.dev"} {
			checkSlip(t, latchkey.Annotations, latchkey.Prefix+name, joint+name)
		}
	}
}

func flags() (flags []string) {
	for _, option := range latchkey.OptionTable() {
		flags = append(flags, option.Flag)
	}
	return flags
}

func checkSlip(t *testing.T, style latchkey.Style, word, slip string) {
	t.Helper()
	_, problems := latchkey.OptionsFromStrings(map[string]string{slip: "x"}, style)
	if len(problems) != 1 || !strings.Contains(problems[0].Detail, "did you mean ") || !strings.Contains(problems[0].Detail, strconv.Quote(word)) {
		t.Errorf("style %d, %q for %q: %v", style, slip, word, problems)
	}
}

// TestSlipsOfValues misspells every word that an option may have.
func TestSlipsOfValues(t *testing.T) {
	t.Parallel()
	for _, option := range latchkey.OptionTable() {
		for _, word := range option.Values {
			for _, slip := range apitest.Slips(word) {
				_, problems := latchkey.OptionsFromStrings(map[string]string{option.Name: slip}, latchkey.ConfigMapData)
				if len(problems) != 1 || !strings.Contains(problems[0].Detail, word) {
					t.Errorf("%s, %q for %q: %v", option.Name, slip, word, problems)
				}
			}
		}
	}
}

// TestUnprefixed leaves the prefix out.
func TestUnprefixed(t *testing.T) {
	t.Parallel()
	for _, name := range append([]string{"attach-to"}, flags()...) {
		camel := strings.ReplaceAll(name, "-", "")
		for _, key := range []string{name, camel, strings.ReplaceAll(name, "-", "_"), strings.ToUpper(name)} {
			warnings := latchkey.Unprefixed(map[string]string{key: "x"})
			if len(warnings) != 1 || !strings.Contains(warnings[0].Detail, strconv.Quote(latchkey.Prefix+name)) {
				t.Errorf("%q: %v", key, warnings)
			}
		}
	}
	// these belong to other programs
	for _, key := range []string{"example.com/queue", "kueue.x-k8s.io/queue-name", "queues", "attached", "note", "latchkey.dev/queue", "source"} {
		if warnings := latchkey.Unprefixed(map[string]string{key: "x"}); len(warnings) > 0 {
			t.Errorf("%q: %v", key, warnings)
		}
	}
}

// TestMeantTarget finds the annotation attach-to in every misspelling.
func TestMeantTarget(t *testing.T) {
	t.Parallel()
	for _, name := range append(apitest.Slips("attach-to"), "attach", "attachTo", "attached-to", "attach-to") {
		for _, prefix := range []string{"", "latchkey.dev/", "latchkey.io/", "latchkey/", "latchkeydev/"} {
			key := prefix + name
			target, err, found := latchkey.MeantTarget(map[string]string{key: "lammps"})
			if want := key != latchkey.AnnotationAttachTo; found != want || found && target != "lammps" {
				t.Errorf("%q: %q, found %t, want %t", key, target, found, want)
			}
			_, problems := latchkey.OptionsFromStrings(map[string]string{key: "lammps"}, latchkey.Annotations)
			if found && (err != nil) == (len(problems) > 0) {
				t.Errorf("%q: %v and %v, want one of the two", key, err, problems)
			}
		}
	}
	for _, key := range []string{"example.com/attach-to", "team", "latchkey.dev/queue", "latchkey.dev/source"} {
		if _, _, found := latchkey.MeantTarget(map[string]string{key: "lammps"}); found {
			t.Errorf("%q was taken for a slip", key)
		}
	}
}
