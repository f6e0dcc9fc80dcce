package examples_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	lua "github.com/yuin/gopher-lua"
)

// TestArgoCDHealth runs examples/argocd/health.lua over JobSets that were read from a cluster, as Argo CD does: the object is
// the global obj, and the script returns a table with status and message.
func TestArgoCDHealth(t *testing.T) {
	t.Parallel()
	script, err := os.ReadFile("argocd/health.lua")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]struct{ status, message string }{
		"new":       {"Progressing", "the set runs"},
		"running":   {"Progressing", "the set runs"},
		"waiting":   {"Suspended", "the set waits for a queue"},
		"completed": {"Healthy", "jobset completed successfully"},
		"failed":    {"Degraded", "jobset failed due to one or more job failures"},
	} {
		text, err := os.ReadFile(filepath.Join("testdata/argocd", name+".json"))
		if err != nil {
			t.Fatal(err)
		}
		status, message := health(t, string(script), text)
		if status != want.status || !strings.HasPrefix(message, want.message) {
			t.Errorf("%s: %s, %q; want %s, %q", name, status, message, want.status, want.message)
		}
	}
}

// health runs a script for an object.
func health(t *testing.T, script string, object []byte) (status, message string) {
	t.Helper()
	var value any
	if err := json.Unmarshal(object, &value); err != nil {
		t.Fatal(err)
	}
	state := lua.NewState()
	defer state.Close()
	state.SetGlobal("obj", luaValue(state, value))
	if err := state.DoString(script); err != nil {
		t.Fatal(err)
	}
	found, ok := state.Get(-1).(*lua.LTable)
	if !ok {
		t.Fatalf("the script returns %v", state.Get(-1))
	}
	return found.RawGetString("status").String(), found.RawGetString("message").String()
}

// luaValue turns a value of JSON into one of Lua.
func luaValue(state *lua.LState, value any) lua.LValue {
	switch value := value.(type) {
	case map[string]any:
		table := state.NewTable()
		for key, inner := range value {
			table.RawSetString(key, luaValue(state, inner))
		}
		return table
	case []any:
		table := state.NewTable()
		for _, inner := range value {
			table.Append(luaValue(state, inner))
		}
		return table
	case string:
		return lua.LString(value)
	case float64:
		return lua.LNumber(value)
	case bool:
		return lua.LBool(value)
	default:
		return lua.LNil
	}
}

// TestArgoCDHealthIsCopied compares the script with its copy in the ConfigMap's patch.
func TestArgoCDHealthIsCopied(t *testing.T) {
	t.Parallel()
	var patch struct{ Data map[string]string }
	readInto(t, "argocd/argocd-cm-patch.yaml", &patch)
	script, err := os.ReadFile("argocd/health.lua")
	if err != nil {
		t.Fatal(err)
	}
	if patch.Data["resource.customizations.health.jobset.x-k8s.io_JobSet"] != string(script) {
		t.Error("argocd-cm-patch.yaml has another script than health.lua")
	}
}
