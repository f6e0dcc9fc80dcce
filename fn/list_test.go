package fn_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/fn"
)

const head = "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\n"

// TestWriteKeepsBytes reads lists as kyaml writes them, and writes them again. Nothing may change.
func TestWriteKeepsBytes(t *testing.T) {
	t.Parallel()
	for name, list := range map[string]string{
		"plain":         listOf(foreign, set),
		"no items":      head + "items: []\n",
		"comments":      head + "items:\n- # one\n  a: 1 # a\n  # inside\n- # two\n\n  # three\n  b: 2\n  # end\n",
		"config last":   head + "items:\n- a: 1\nfunctionConfig:\n  kind: ConfigMap\n  apiVersion: v1\n",
		"tab first":     head + "items:\n- a: \"\\tx\\ny\"\n",
		"hash in text":  head + "items:\n- a: |\n    x\n    # y\n- b: 1\n",
		"own anchors":   head + "items:\n- a: &x 1\n  b: *x\n- a: &x 2\n  b: *x\n",
		"merge keys":    head + "items:\n- a: &x {y: 1}\n  b:\n    <<: *x\n",
		"flow in block": head + "items:\n- {a: 1}\n- {b: [1, 2]}\n",
		"markers":       head + "items:\n- a: |\n    ---\n    x\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			parsed, err := fn.ParseResourceList([]byte(list))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(list, written(t, parsed)); diff != "" {
				t.Errorf("-read +written:\n%s", diff)
			}
		})
	}
}

// TestWriteKeepsMeaning is for lists that kyaml writes otherwise.
func TestWriteKeepsMeaning(t *testing.T) {
	t.Parallel()
	for name, list := range map[string]string{
		"JSON":                `{"apiVersion":"config.kubernetes.io/v1","kind":"ResourceList","items":[{"a":"yes\n\ttab"},{"b":[1]}],"functionConfig":{"kind":"ConfigMap"}}`,
		"flow items":          head + "items: [{a: 1}, {b: 2}]\n",
		"dash alone":          head + "items:\n-\n  a: 1\n- # comment\n  b: 2\n",
		"next line character": head + "items:\n- a: \"x\u0085y\"\n- b: 1\n",
		"line separator":      head + "items:\n- a: \"x\u2028 y\"\n- b: 1\n",
		"markers":             "---\n" + head + "items:\n- a: 1\n...\n",
		"strange indentation": "  apiVersion: config.kubernetes.io/v1\n  kind: ResourceList\n  items:\n  - a: 1\n",
		"shared anchors":      head + "items:\n- a: &x {y: 1}\n- b: *x\n- *x\nfunctionConfig:\n  c: *x\n",
		"tab first":           head + "items: [{a: \"\\tx\\ny\"}]\n",
		"last line open":      strings.TrimSuffix(listOf(foreign), "\n"),
		"folded and indented": head + "items:\n- a: >-\n    x\n\n\n      y\n  b: >\n    z",
		"open block":          head + "items:\n- a: |\n    x",
		"line ends of DOS":    strings.ReplaceAll(listOf(foreign), "\n", "\r\n"),
		"a mark at the top":   "\ufeff" + head + "items:\n- a: 1\n",
		"open config":         head + "items: []\nfunctionConfig:\n  a: |\n    x",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			parsed, err := fn.ParseResourceList([]byte(list))
			if err != nil {
				t.Fatal(err)
			}
			once := written(t, parsed)
			if diff := cmp.Diff(meaning(t, list), meaning(t, once)); diff != "" {
				t.Errorf("-read +written:\n%s", diff)
			}
			again, err := fn.ParseResourceList([]byte(once))
			if err != nil {
				t.Fatalf("%s in what was written:\n%s", err, once)
			}
			if diff := cmp.Diff(once, written(t, again)); diff != "" {
				t.Errorf("-once +twice:\n%s", diff)
			}
		})
	}
}

// TestEmptyDocuments reads a list among documents of which nothing is left.
func TestEmptyDocuments(t *testing.T) {
	t.Parallel()
	const list = head + "items:\n- a: 1 # a\n"
	for _, text := range []string{
		"\ufeff# top\n---\nNull # why\n--- !!null\n---\n" + list,
		"%YAML 1.1\n---\n---\n" + list,
		"# top\n---\n# nothing\n--- # nothing\n---\nnull\n---\n" + list + "---\n---\n# end\n",
	} {
		parsed, err := fn.ParseResourceList([]byte(text))
		if err != nil {
			t.Fatalf("%s\n%s", err, text)
		}
		if diff := cmp.Diff(list, written(t, parsed)); diff != "" {
			t.Errorf("-read +written:\n%s", diff)
		}
	}
}

// TestSharedAnchors drops the object that holds an anchor, and keeps the one that uses it.
func TestSharedAnchors(t *testing.T) {
	t.Parallel()
	list := listOf(set, "apiVersion: v1\nkind: Pod\nmetadata:\n  name: user\n  labels: *l\n")
	list = strings.Replace(list, "  name: lammps\n", "  name: lammps\n    labels: &l {team: hpc}\n", 1)
	out := process(t, list, fn.Settings{CommandLine: true})
	if got := document(t, out.Items[0]); !strings.Contains(got, "team: hpc") {
		t.Errorf("the label is lost:\n%s", got)
	}
}

// bomb is a short object. Its aliases stand for 10^9 strings.
func bomb() string {
	var text strings.Builder
	text.WriteString("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: bomb}\ndata:\n  a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n")
	for level := 1; level <= 8; level++ {
		tenfold := strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d,", level-1), 10), ",")
		fmt.Fprintf(&text, "  a%d: &a%d [%s]\n", level, level, tenfold)
	}
	return text.String()
}

func TestParseResourceListErrors(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ list, want string }{
		"empty":             {"", "there is nothing to read"},
		"comments":          {"# only\n", "there is nothing to read"},
		"no map":            {"- a\n", "this is not an object"},
		"another kind":      {set, `this is of kind "MiniCluster"`},
		"two documents":     {listOf(set) + "---\na: 1\n", "14:1: a second document begins here"},
		"a third document":  {"---\n" + head + "---\n# nothing\n---\n\na: 1\n", "8:1: a second document begins here"},
		"an error further":  {"---\n# a\n---\n" + head + "items:\n- a:\n\t  b: 1\n", "8:1: this is not valid YAML: found character that cannot start any token: look at the indentation (spaces, no tabs), quotes and colons of this line and the lines beside it"},
		"items are text":    {head + "items: x\n", "3:8: items is not a list"},
		"an item is text":   {head + "items:\n- a: 1\n- x\n", "5:3: items[1] is not an object"},
		"an item is empty":  {head + "items:\n-\n", "4:2: items[0] is not an object"},
		"config is a list":  {head + "functionConfig: [1]\n", "functionConfig is not an object"},
		"a key twice":       {head + "items: []\nitems: []\n", "4:1: items is there twice"},
		"tab":               {head + "items:\n- a:\n\t  b: 1\n", "5:1: this is not valid YAML: "},
		"version":           {"apiVersion: config.kubernetes.io/v9\nkind: ResourceList\nitems: []\n", `this is a ResourceList of "config.kubernetes.io/v9"`},
		"tab instead":       {head + "items:\n\t- a: 1\n", "4:1: this is not valid YAML: "},
		"binary":            {head + "items: \x00\n", "3:8: this is not text: it holds the character U+0000"},
		"a C1 control":      {head + "items: [\u0085\u0084]\n", "3:10: this is not text: it holds the character U+0084"},
		"no character":      {head + "items: [\uffff]\n", "3:9: this is not text: it holds the character U+FFFF"},
		"latin-1":           {head + "items:\n- a: caf\xe9\n", "4:9: this is not valid UTF-8"},
		"a mark inside":     {head + "\ufeffitems: []\n", "3:1: this line begins with the character U+FEFF"},
		"broken":            {head + "items:\n- a: [1\n", "3:1: this is not valid YAML: did not find expected ',' or ']'"},
		"unknown alias":     {head + "items:\n- *x\n", "this is not valid YAML: unknown anchor 'x' referenced"},
		"alias bomb":        {listOf(foreign, bomb()), "16:46: the aliases of this object stand for too much"},
		"bomb among items":  {listOf(bomb(), "a: *a6", "a: *a6", "a: *a6"), "the aliases of this object stand for too much"},
		"alias to itself":   {head + "items:\n- a: &x [*x]\n", "stand for too much"},
		"colon in the text": {head + "items:\n- a: b: c\n", "4:1: this is not valid YAML: mapping values are not allowed in this context"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := fn.ParseResourceList([]byte(tc.list))
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("got error %v, want %q", err, tc.want)
			}
			output, messages, code := run(t, tc.list)
			if output != tc.list || code != fn.ExitProblems || !strings.Contains(messages, tc.want) {
				t.Errorf("exit code %d, %q, output changed: %t", code, messages, output != tc.list)
			}
		})
	}
}

// TestResultsHaveNames wants a name in each reference to an object, a kind too, and a path in each field.
func TestResultsHaveNames(t *testing.T) {
	t.Parallel()
	output, messages, _ := run(t, listOf(strings.Replace(set, "name: lammps", "generateName: a-", 1)))
	if strings.Contains(output, "resourceRef") || !strings.Contains(messages, "metadata.name: MiniCluster without a name: ") {
		t.Errorf("%s\n%s", output, messages)
	}
	output, messages, _ = run(t, listOf(strings.Replace(set, "kind: MiniCluster", "kind:", 1)))
	if strings.Contains(output, "resourceRef") || !strings.Contains(messages, "kind: \"lammps\" without a kind: ") {
		t.Errorf("%s\n%s", output, messages)
	}
	output, messages, _ = run(t, listOf("\"\": 1\n"+set))
	if !strings.Contains(output, "- field:\n    path: '\"\"'") || !strings.Contains(messages, "MiniCluster/lammps: \"\": unknown field: ") {
		t.Errorf("%s\n%s", output, messages)
	}
}
