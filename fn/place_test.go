package fn_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/latchkey-dev/latchkey/fn"
)

// broken is a MiniCluster with a wrong value in line 6, an unknown field in line 7 and a field that is missing below it.
const broken = `apiVersion: flux-framework.org/v1alpha2
kind: MiniCluster
metadata:
  name: broken
spec:
  size: few
  troupe: 1
`

// TestLines checks the place of each finding in files of all forms. There is none if only the caller has read the file.
func TestLines(t *testing.T) {
	t.Parallel()
	const json = `{"apiVersion": "flux-framework.org/v1alpha2", "kind": "MiniCluster", "metadata": {"name": "broken"},
 "spec": {"size": "few", "troupe": 1}}`
	for name, tc := range map[string]struct{ text, want string }{
		"a document":             {broken, "6:9 7:3 5:1"},
		"the second document":    {foreign + "---\n" + broken, "14:9 15:3 13:1"},
		"a List":                 {"kind: List\napiVersion: v1\nitems:\n- " + strings.ReplaceAll(broken, "\n", "\n  ") + "\n", "9:11 10:5 8:3"},
		"a ResourceList":         {listOf(foreign, broken), "16:11 17:5 15:3"},
		"JSON":                   {json, "2:19 2:26 2:2"},
		"JSON objects in a line": {`{"apiVersion": "v1", "kind": "Pod"} ` + json, "2:19 2:26 2:2"},
		"an alias":               {"# one\n" + strings.Replace(strings.Replace(broken, "name: broken", "name: broken\n  labels: {a: &few few}", 1), "size: few", "size: *few", 1), "8:9 9:3 7:1"},
	} {
		items, results := fn.ParseDocuments("f.yaml", []byte(tc.text))
		if len(results) > 0 {
			t.Fatalf("%s: %s", name, fn.Line(results[0]))
		}
		var got []string
		for _, path := range []string{"spec.size", "spec.troupe", "spec.containers"} {
			for _, result := range processed(t, &fn.ResourceList{Items: items}, fn.Settings{}).Results {
				if result.Field != nil && result.Field.Path == path {
					got = append(got, fmt.Sprintf("%d:%d", result.Line, result.Column))
				}
			}
		}
		if strings.Join(got, " ") != tc.want {
			t.Errorf("%s: %v, want %s", name, got, tc.want)
		}
	}
	for _, list := range []string{listOf(broken), listOf(inKpt(broken, "a/b.yaml", 2)), withConfig(listOf(), broken)} {
		output, messages, _ := run(t, list)
		if regexp.MustCompile(`:\d+:`).MatchString(messages) || strings.Contains(output, "line:") {
			t.Errorf("a list has no lines that anybody knows:\n%s\n%s", messages, output)
		}
	}
}

// TestLinesFit checks the places of findings about all inputs: each is a key or an item on the way to the field, or its
// value.
func TestLinesFit(t *testing.T) {
	t.Parallel()
	seen, wanted, all := 0, 100, inputs(t)
	if len(all) < 100 { // the corpus is not there
		wanted = 20
	}
	for name, list := range all {
		list = regexp.MustCompile(`(?m)^( +)size:`).ReplaceAllString(list, "${1}sise: x\n${1}size:")
		list = regexp.MustCompile(`(?m)^( +)image: .*`).ReplaceAllString(list, "${1}image: [1]")
		items, _ := fn.ParseDocuments(name, []byte(list))
		lines := strings.Split(list, "\n")
		for _, result := range processed(t, &fn.ResourceList{Items: items}, fn.Settings{}).Results {
			if result.Field == nil {
				continue
			}
			seen++
			line := []rune(lines[result.Line-1])
			before, rest := string(line[:result.Column-1]), string(line[result.Column-1:])
			keys := strings.FieldsFunc(result.Field.Path, func(r rune) bool { return strings.ContainsRune(".[]", r) })
			atKey := slices.ContainsFunc(keys, func(key string) bool { return strings.HasPrefix(rest, key+":") })
			atValue := strings.HasSuffix(before, keys[len(keys)-1]+": ")
			if !atKey && !atValue && !strings.HasSuffix(before, "- ") && !strings.HasSuffix(before, "[") && !strings.HasPrefix(rest, "apiVersion") {
				t.Errorf("%s points at %q", fn.Line(result), rest)
			}
		}
	}
	if seen < wanted {
		t.Errorf("%d findings, want %d", seen, wanted)
	}
}
