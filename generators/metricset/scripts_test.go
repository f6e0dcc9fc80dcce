package metricset_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/latchkey-dev/latchkey/internal/testing/podtest"
)

func TestScriptsParse(t *testing.T) {
	t.Parallel()
	podtest.CheckScripts(t)
}

// Nothing may be downloaded while a pod runs.
func TestScriptsDownloadNothing(t *testing.T) {
	t.Parallel()
	fetches := regexp.MustCompile(`(?m)^[^#]*\b(wget|curl|git clone|apt-get|apt|yum|dnf|apk|pip3?|conda)\s`)
	for name, text := range podtest.Scripts(t) {
		if found := fetches.FindString(text); found != "" {
			t.Errorf("%s fetches something: %s", name, found)
		}
	}
}

// The marks stand in lib.sh alone, so that each metric prints them alike.
func TestScriptsShareTheMarks(t *testing.T) {
	t.Parallel()
	for name, text := range podtest.Scripts(t) {
		if name != "lib.sh" && strings.Contains(text, `echo "METRICS OPERATOR`) {
			t.Errorf("%s prints a mark by itself", name)
		}
	}
}

func TestScriptsSayWhatTheyRead(t *testing.T) {
	t.Parallel()
	podtest.CheckVariables(t)
}
