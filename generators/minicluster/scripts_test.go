package minicluster_test

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"mvdan.cc/sh/v3/syntax"

	"github.com/latchkey-dev/latchkey/internal/testing/podtest"
)

func TestScriptsParse(t *testing.T) {
	t.Parallel()
	podtest.CheckScripts(t)
}

// Programs that images hold: coreutils, and flux of course. The rest are
// builtins of the shells.
var programs = strings.Fields(`
	[ : break command continue eval exec exit export kill local printf read return set shift trap type umask unset until wait
	cat cp ln ls mkdir mkfifo mv rm rmdir sleep stat timeout
	bash flux python3`)

// Images of applications are small: other programs may be missing in them. Nothing may be downloaded.
func TestScriptsUseLittle(t *testing.T) {
	t.Parallel()
	scripts := podtest.Scripts(t)
	known := slices.Clone(programs)
	eachNode(t, scripts, func(_ string, node syntax.Node) {
		if function, ok := node.(*syntax.FuncDecl); ok {
			known = append(known, function.Name.Value)
		}
	})
	known = append(known, ".", "cd", "echo", "pwd", "view")
	eachNode(t, scripts, func(name string, node syntax.Node) {
		call, ok := node.(*syntax.CallExpr)
		if !ok || len(call.Args) == 0 {
			return
		}
		if program := call.Args[0].Lit(); program != "" && !slices.Contains(known, program) {
			t.Errorf("%s calls %s, which an image may lack", name, program)
		}
	})
}

func eachNode(t *testing.T, scripts map[string]string, visit func(script string, node syntax.Node)) {
	t.Helper()
	for name, text := range scripts {
		syntax.Walk(podtest.Parse(t, name, text), func(node syntax.Node) bool {
			visit(name, node)
			return true
		})
	}
}

func TestScriptsSayWhatTheyRead(t *testing.T) {
	t.Parallel()
	podtest.CheckVariables(t)
}

// dash is the sh of many images. It is POSIX only.
func TestScriptsInDash(t *testing.T) {
	t.Parallel()
	dash, err := exec.LookPath("dash")
	if err != nil {
		t.Skip("dash is not installed")
	}
	for name, text := range podtest.Scripts(t) {
		if !strings.HasPrefix(text, "#!/bin/sh") {
			continue
		}
		if out, err := exec.Command(dash, "-n", "scripts/"+name).CombinedOutput(); err != nil {
			t.Errorf("%s: %v: %s", name, err, out)
		}
	}
}
