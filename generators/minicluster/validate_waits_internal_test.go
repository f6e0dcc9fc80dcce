package minicluster

import "testing"

// TestWaitingCommand wants the commands that wait for the job that they are part of, however a shell text calls them.
func TestWaitingCommand(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"flux submit hostname\nflux queue drain\n":                        "flux queue drain",
		"flux submit a && flux submit b; flux queue idle --timeout=10s":   "flux queue idle",
		"for i in 1 2; do flux submit a; done; /usr/bin/flux queue drain": "flux queue drain",
		"sudo -u flux -E flux queue drain":                                "flux queue drain",
		"flux --verbose queue --verbose 'drain'":                          "flux queue drain",
		`bash -lc "flux submit a; flux queue drain"`:                      "flux queue drain",
		"finish() { flux queue drain; }; finish":                          "flux queue drain",
		"flux queue status":                                               "",
		"echo flux queue drain":                                           "",
		"# flux queue drain\nhostname":                                    "",
		"cat <<END\nflux queue drain\nEND":                                "",
		"flux start bash -c 'flux submit a; flux queue drain'":            "",
		"flux start flux queue drain":                                     "",
		"flux queue $verb":                                                "",
		"queue drain":                                                     "",
		"import queue\nif (":                                              "",
	} {
		if got := waitingCommand(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
