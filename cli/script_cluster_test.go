package cli_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/latchkey-dev/latchkey/internal/testing/programtest"
)

// recordings are the answers of a real cluster, see the tests of package live.
const recordings = "../internal/live/testdata/"

// stub is a kubectl that answers with a recording. It appends its arguments to the file calls. "logs" prints a line, with
// SLOW once the terminal shows this text, and "exec" prints what it was given. With VANISH the sets are gone once their pods were
// asked for. With ELSEWHERE the sets are in another namespace, and with FORBIDDEN nobody may ask for that. With AWAY the second
// and the third look at the sets fail.
const stub = `#!/bin/sh
here=${0%/*}
printf '%s|' "$@" >>"$here/calls"
echo >>"$here/calls"
case $AWAY$* in
  true*--watch*) exit 1 ;;
  true*jobsets.*) echo >>"$here/looks"; case $(grep -c '' "$here/looks") in 2|3) echo "The connection to the server was refused" >&2; exit 1 ;; esac ;;
esac
case $FORBIDDEN$* in true*--all-namespaces*) echo "Error from server (Forbidden)" >&2; exit 1 ;; esac
case $ELSEWHERE$* in true*--all-namespaces*) ;; true*jobsets.*|true*jobs.*) echo '{"items": []}'; exit ;; esac
for arg; do
  case $arg in
    exec) cat; printf '<%s>' "$@"; exit 7 ;;
    logs) [ -z "$SLOW" ] || until grep -q "$SLOW" screen; do sleep 0.1; done; case $* in *--timestamps*) printf '2026-01-02T03:04:05.5Z ' ;; esac; echo "the log of $*"; exit ;;
    config) printf team; exit ;;
    pod) echo '{}'; exit ;;
    pods) cat "$here/pods.json"; [ -z "$VANISH" ] || { echo '{"items": []}' >"$here/none" && mv "$here/none" "$here/jobsets.json"; }; exit ;;
    jobsets.*|jobs.*|events|configmaps|workloads.*) cat "$here/${arg%%.*}.json"; exit ;;
  esac
done
exit 9
`

// playCluster puts a kubectl first on PATH that answers with a recording: "cluster running". Without a recording the
// cluster is empty. "! cluster MESSAGE" makes kubectl fail with a message.
func playCluster(ts *testscript.TestScript, neg bool, args []string) {
	folder := ts.MkAbs("cluster")
	ts.Check(os.MkdirAll(folder, 0o777))
	ts.Setenv("PATH", folder+string(os.PathListSeparator)+os.Getenv("PATH"))
	kubectl := filepath.Join(folder, "kubectl")
	_ = os.Remove(kubectl) // it may not be there, and it may run
	if neg {
		programtest.Write(ts, kubectl, "#!/bin/sh\necho '"+strings.Join(args, " ")+"' >&2\nexit 1\n")
		return
	}
	programtest.Write(ts, kubectl, stub)
	items := map[string][][]byte{}
	for _, name := range args {
		data, err := os.ReadFile(recordings + name + ".json")
		ts.Check(err)
		var list struct{ Items []json.RawMessage }
		ts.Check(json.Unmarshal(data, &list))
		for _, item := range list.Items {
			var header struct{ Kind string }
			ts.Check(json.Unmarshal(item, &header))
			kind := strings.ToLower(header.Kind) + "s"
			items[kind] = append(items[kind], item)
		}
	}
	for _, kind := range []string{"jobsets", "jobs", "pods", "events", "configmaps", "workloads"} {
		file := filepath.Join(folder, kind+".json")
		_ = os.Remove(file) // kubectl may read it
		ts.Check(os.WriteFile(file, fmt.Appendf(nil, `{"items": [%s]}`, bytes.Join(items[kind], []byte(","))), 0o600))
	}
}
