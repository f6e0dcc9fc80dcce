package v1alpha1_test

import (
	"strconv"
	"strings"
	"testing"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

// TestSlips misspells keys of every style, prefixes and a word, and wants the right one in the message.
func TestSlips(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		style     latchkey.Style
		key, want string
	}{
		{latchkey.ConfigMapData, "on-change", "onChange"},
		{latchkey.ConfigMapData, "ttlSecond", "ttlSeconds"},
		{latchkey.Flags, "onChange", "on-change"},
		{latchkey.Annotations, "latchkey.dev/ttlSeconds", "latchkey.dev/ttl-seconds"},
		{latchkey.Annotations, "latchkey.dev/atach-to", "latchkey.dev/attach-to"},
		{latchkey.Annotations, "latchkey.io/attach-to", "latchkey.dev/attach-to"},
		{latchkey.Annotations, "latchkey/queue", "latchkey.dev/queue"},
		{latchkey.Annotations, "latchkey-queue", "latchkey.dev/queue"},
		{latchkey.Annotations, "latchkey.dev.queue", "latchkey.dev/queue"},
	} {
		_, problems := latchkey.OptionsFromStrings(map[string]string{row.key: "x"}, row.style)
		if len(problems) != 1 || !strings.Contains(problems[0].Detail, "did you mean "+strconv.Quote(row.want)) {
			t.Errorf("style %d, %q: %v", row.style, row.key, problems)
		}
	}
	_, problems := latchkey.OptionsFromStrings(map[string]string{"workload": "jobset"}, latchkey.ConfigMapData)
	if len(problems) != 1 || !strings.Contains(problems[0].Detail, "JobSet") {
		t.Errorf("jobset: %v", problems)
	}
}

func flags() (flags []string) {
	for _, option := range latchkey.OptionTable() {
		flags = append(flags, option.Flag)
	}
	return flags
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
