package fn_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/fn"
)

// A layout writes values as YAML in all the ways that people and programs have: block and flow style, anchors, aliases,
// merge keys, tags, complex keys, quotes, and comments at every place.
type layout struct {
	*rand.Rand
	text strings.Builder
	// names counts comments and anchors.
	names int
	// shared are mappings that stand at the beginning, for aliases and merge keys.
	shared map[string][]entry
}

type entry struct {
	key   string
	value any // a text, a number, []entry or []any
}

func (l *layout) chance(percent int) bool { return l.IntN(100) < percent }

func (l *layout) write(format string, args ...any) { fmt.Fprintf(&l.text, format, args...) }

func (l *layout) name(prefix string) string {
	l.names++
	return fmt.Sprintf("%s%d", prefix, l.names)
}

// comment ends a line.
func (l *layout) comment() {
	if l.chance(25) {
		l.write(" # %s", l.name("c"))
	}
	l.write("\n")
}

// above writes lines that say nothing.
func (l *layout) above(indent int) {
	if l.chance(15) {
		l.write("\n")
	}
	if l.chance(20) {
		l.write("%*s# %s\n", indent, "", l.name("c"))
	}
}

// properties writes an anchor, a tag or both, each followed by what separates it from the value.
func (l *layout) properties(tag string) {
	if l.chance(15) {
		l.write(" &%s", l.name("a"))
	}
	if l.chance(10) {
		l.write(" %s", tag)
	}
}

func (l *layout) key(key string) string {
	switch {
	case l.chance(10):
		return `"` + key + `"`
	case l.chance(10):
		return "'" + key + "'"
	default:
		return key
	}
}

func (l *layout) mapping(entries []entry, indent int) {
	for _, e := range l.merged(entries) {
		l.above(indent)
		if e.key != "<<" && l.chance(6) {
			l.write("%*s? %s", indent, "", l.key(e.key))
			l.comment()
			l.write("%*s:", indent, "")
		} else if e.key == "<<" {
			l.write("%*s<<:", indent, "")
		} else {
			l.write("%*s%s:", indent, "", l.key(e.key))
		}
		l.value(e.value, indent)
	}
}

// An alias stands for a mapping that is shared.
type alias string

// merged puts some entries of a mapping behind a merge key, which may be anywhere in it.
func (l *layout) merged(entries []entry) []entry {
	if len(entries) < 2 || !l.chance(15) {
		return entries
	}
	at := l.IntN(len(entries))
	moved := []entry{entries[at]}
	var value any = moved
	switch l.IntN(4) {
	case 0:
		value = []any{moved, []entry{{moved[0].key, "hidden"}}}
	case 1, 2:
		name := l.name("m")
		l.shared[name] = moved
		value = alias(name)
	}
	out := append([]entry{}, entries[:at]...)
	out = append(out, entry{"<<", value})
	return append(out, entries[at+1:]...)
}

func (l *layout) value(value any, indent int) {
	switch v := value.(type) {
	case alias:
		l.write(" *%s", v)
		l.comment()
	case []entry:
		l.block(func(indent int) { l.mapping(v, indent) }, func() { l.flow(v) }, "!!map", indent, 2, len(v) == 0)
	case []any:
		l.block(func(indent int) { l.sequence(v, indent) }, func() { l.flow(v) }, "!!seq", indent, 2*l.IntN(2), len(v) == 0)
	case nil:
		l.write("%s", []string{"", " null", " ~"}[l.IntN(3)])
		l.comment()
	default:
		tag := "!!str"
		if _, isNumber := v.(int); isNumber {
			tag = "!!int"
		}
		l.properties(tag)
		l.write(" ")
		l.flow(v)
		l.comment()
	}
}

// block writes a mapping or a list in block style or in flow style, below or behind its key.
func (l *layout) block(block func(indent int), flow func(), tag string, indent, more int, empty bool) {
	if empty || l.chance(20) {
		l.properties(tag)
		l.write(" ")
		flow()
		l.comment()
		return
	}
	if more > 0 && l.chance(10) {
		l.comment()
		l.write("%*s&%s", indent+more, "", l.name("a"))
	} else {
		l.properties(tag)
	}
	l.comment()
	block(indent + more)
}

func (l *layout) sequence(values []any, indent int) {
	for _, value := range values {
		l.above(indent)
		l.write("%*s-", indent, "")
		entries, isMapping := value.([]entry)
		switch {
		case !isMapping:
			l.value(value, indent)
		case l.chance(20):
			l.properties("!!map")
			l.comment()
			l.mapping(entries, indent+2)
		default: // the first key stands behind the dash
			at := l.text.Len()
			l.mapping(entries, indent+2)
			text := l.text.String()
			l.text.Reset()
			l.write("%s", text[:at])
			first := strings.TrimLeft(text[at:], " \n")
			l.write(" %s", first)
		}
	}
}

func (l *layout) flow(value any) {
	switch v := value.(type) {
	case []entry:
		l.write("{")
		for at, e := range v {
			if at > 0 {
				l.write(", ")
			}
			l.write("%s: ", l.key(e.key))
			l.flow(e.value)
		}
		l.write("}")
	case []any:
		l.write("[")
		for at, one := range v {
			if at > 0 {
				l.write(",")
			}
			l.flow(one)
		}
		l.write("]")
	case nil:
		l.write("null")
	case alias:
		l.write("*%s ", v)
	case string:
		l.write("%s", l.key(v))
	default:
		l.write("%v", v)
	}
}

// document writes an object, with the mappings that it shares in front.
func (l *layout) document(entries []entry) string {
	l.text.Reset()
	l.shared = map[string][]entry{}
	l.mapping(entries, 0)
	body := l.text.String()
	if len(l.shared) == 0 {
		return body
	}
	// Of a source the status is ignored.
	head := "status:\n"
	for at := range l.names + 1 {
		if name := fmt.Sprintf("m%d", at); l.shared[name] != nil {
			l.text.Reset()
			l.flow(l.shared[name])
			head += fmt.Sprintf("  %s: &%s %s\n", name, name, l.text.String())
		}
	}
	return head + body
}

// laidOut are a MiniCluster, and objects of which one is changed because of another.
func laidOut(l *layout) []string {
	annotations := []any{[]entry{{"latchkey.dev/workload", "Job"}, {"a.b/c", "d"}}, []entry{}, nil, []entry{{"x", "yy"}}}[l.IntN(4)]
	metadata := []entry{{"name", "lammps"}, {"labels", []entry{{"team", "hpc"}, {"app", "x"}}}}
	if l.chance(70) {
		metadata = append(metadata, entry{"annotations", annotations})
	}
	if l.chance(50) {
		metadata[0], metadata[len(metadata)-1] = metadata[len(metadata)-1], metadata[0]
	}
	template := []entry{{"labels", []entry{{"app", "frontend"}, {"z", "w"}}}}
	if l.chance(50) {
		template = append(template, entry{"annotations", []any{[]entry{{"configmap.latchkey.dev/settings", "old"}, {"u", "v"}}, nil, []entry{}}[l.IntN(3)]})
	}
	return []string{
		l.document([]entry{
			{"apiVersion", "flux-framework.org/v1alpha2"},
			{"kind", "MiniCluster"},
			{"metadata", metadata},
			{"spec", []entry{{"size", 1}, {"containers", []any{[]entry{{"image", "a.b/c"}, {"command", "hostname"}}}}}},
		}),
		monitor, monitored,
		l.document([]entry{
			{"apiVersion", "apps/v1"},
			{"kind", "Deployment"},
			{"metadata", []entry{{"name", "frontend"}, {"labels", []entry{{"q", "r"}}}}},
			{"spec", []entry{{"replicas", 2}, {"template", []entry{{"metadata", template}, {"spec", []entry{{"containers", []any{}}}}}}}},
		}),
	}
}

// listLaidOut writes objects as the items of a ResourceList.
func listLaidOut(l *layout, objects []string) string {
	list, indent := head+"items:\n", strings.Repeat(" ", 2*l.IntN(2))
	for _, object := range objects {
		dash := []string{"- ", "-\n  ", "- # " + l.name("c") + "\n  ", "# " + l.name("c") + "\n- ", "- &" + l.name("a") + "\n  "}[l.IntN(5)]
		object = dash + strings.ReplaceAll(strings.TrimSuffix(object, "\n"), "\n", "\n  ")
		list += indent + strings.ReplaceAll(object, "\n", "\n"+indent) + "\n"
	}
	return list
}

// checkLayout runs the function on objects that are laid out by chance. Whatever they look like, the output is read back
// as what was meant, no comment is lost, and a second run changes nothing.
func checkLayout(t *testing.T, seed uint64) {
	l := &layout{Rand: rand.New(rand.NewPCG(seed, 1))}
	list := listLaidOut(l, laidOut(l))
	before, err := fn.ParseResourceList([]byte(list))
	if err != nil {
		t.Fatalf("seed %d: %s in what the test made:\n%s", seed, err, list)
	}
	output, messages, code := run(t, list)
	if code != fn.ExitOK {
		t.Fatalf("seed %d: exit code %d: %s\n%s", seed, code, messages, list)
	}
	after, err := fn.ParseResourceList([]byte(output))
	if err != nil {
		t.Fatalf("seed %d: the output cannot be read: %s\n%s", seed, err, output)
	}
	for at, item := range before.Items {
		was, is := content(t, item), content(t, after.Items[at])
		withoutMarks(was)
		withoutMarks(is)
		if diff := cmp.Diff(was, is); diff != "" {
			t.Errorf("seed %d: %s has changed (-before +after):\n%s\n%s\n%s", seed, item, diff, list, output)
		}
	}
	for _, comment := range regexp.MustCompile(`# c\d+\n`).FindAllString(list, -1) {
		if !strings.Contains(output, comment) {
			t.Errorf("seed %d: lost %q:\n%s\n%s", seed, comment, list, output)
		}
	}
	again, messages, code := run(t, output)
	if code != fn.ExitOK || again != output {
		t.Errorf("seed %d: the second run ends with %d, %s\n%s\n%s", seed, code, messages, cmp.Diff(output, again), list)
	}
}

func content(t *testing.T, item *fn.Item) map[string]any {
	t.Helper()
	data, err := item.JSON()
	if err != nil {
		t.Fatal(err)
	}
	value, _ := meaning(t, string(data)).(map[string]any)
	return value
}

// withoutMarks takes out what the function is to add, and what says nothing.
func withoutMarks(object map[string]any) {
	for key, value := range object {
		below, isMapping := value.(map[string]any)
		if isMapping {
			withoutMarks(below)
		}
		if key == "config.kubernetes.io/local-config" || strings.HasPrefix(key, "configmap.latchkey.dev/") ||
			key == "annotations" && (value == nil || isMapping && len(below) == 0) {
			delete(object, key)
		}
	}
}

func TestLayouts(t *testing.T) {
	t.Parallel()
	for seed := range uint64(400) {
		if checkLayout(t, seed); t.Failed() {
			return
		}
	}
}

// FuzzLayout does the same for other seeds.
func FuzzLayout(f *testing.F) {
	for seed := range uint64(20) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) { checkLayout(t, seed) })
}
