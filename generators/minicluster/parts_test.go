package minicluster_test

import (
	"cmp"
	"maps"
	"math/rand"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"mvdan.cc/sh/v3/syntax"
	jobset "sigs.k8s.io/jobset/api/jobset/v1alpha2"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/internal/podtest"
)

// entries are the scripts that are started, and patterns of the parts that each of them sources.
var entries = map[string][]string{
	"broker.sh":  {"lib.sh", "lib-*.sh", "broker-*.sh"},
	"sidecar.sh": {"lib.sh", "lib-*.sh"},
	"batch.sh":   {"lib.sh", "broker-command.sh"},
	"timed.sh":   {"lib.sh"},
}

// guarded are functions that a script calls behind a test, and what a set has if that test holds.
var guarded = map[string]func(data, variables map[string]string) bool{
	"lk_worker": func(_, variables map[string]string) bool { return strings.Contains(variables["LATCHKEY_HOSTS"], "[") },
	"lk_script_words": func(data, variables map[string]string) bool {
		return data[variables["LATCHKEY_CONTAINER"]+".script"] != ""
	},
	"lk_for_shell":     func(data, _ map[string]string) bool { return hasKey(data, "*.script") },
	"lk_site_packages": func(_, variables map[string]string) bool { return variables["LATCHKEY_VIEW"] != "false" },
}

func hasKey(data map[string]string, pattern string) bool {
	return slices.ContainsFunc(slices.Collect(maps.Keys(data)), func(key string) bool { return match(pattern, key) })
}

func match(pattern, name string) bool {
	matched, err := path.Match(pattern, name)
	return err == nil && matched
}

// use is what a script needs: the functions that each of its functions calls, with "" for the script itself, and files.
type use struct {
	calls map[string][]call
	files []string
}

// call is a call of a function. The function of an optional call may be absent.
type call struct {
	function string
	optional bool
}

// uses reads a script. A function may be called, or be the argument of a trap or of another function.
func uses(t *testing.T, name, text string) use {
	t.Helper()
	u := use{calls: map[string][]call{}}
	var read func(function string, node syntax.Node)
	read = func(function string, node syntax.Node) {
		syntax.Walk(node, func(node syntax.Node) bool {
			switch node := node.(type) {
			case *syntax.FuncDecl:
				u.calls[node.Name.Value] = []call{}
				read(node.Name.Value, node.Body)
				return false
			case *syntax.CallExpr:
				for i, word := range node.Args {
					if strings.HasPrefix(word.Lit(), "lk_") && node.Args[0].Lit() != "read" {
						u.calls[function] = append(u.calls[function], call{word.Lit(), i > 0 && node.Args[0].Lit() == "lk_if"})
					}
				}
			}
			return true
		})
	}
	read("", podtest.Parse(t, name, text))
	for _, found := range regexp.MustCompile(`\$LATCHKEY_FILES/([a-z-]+\.(?:sh|py))`).FindAllStringSubmatch(text, -1) {
		u.files = append(u.files, found[1])
	}
	return u
}

// TestSetsHoldWhatTheyRun renders many sets. The scripts of each define every function that they call, and all files that they
// start are there. It uses the examples, the corpus, and many changes of these, in all modes.
func TestSetsHoldWhatTheyRun(t *testing.T) {
	t.Parallel()
	sources, random, known := sources(t), rand.New(rand.NewSource(4)), map[string]use{}
	modes, rendered := map[string]bool{}, 0
	functions := map[string]bool{}
	for name, text := range podtest.Scripts(t) {
		for function := range uses(t, name, text).calls {
			functions[function] = true
		}
	}
	for i := range 1500 {
		mc, opts := sources[i%len(sources)].DeepCopy(), latchkey.Options{}
		for range random.Intn(5) {
			mutations[random.Intn(len(mutations))](mc, &opts)
		}
		objects := atSize(mc, opts, int32(1+random.Intn(2)*random.Intn(60)))
		if objects == nil {
			continue // it is not valid
		}
		rendered++
		mode := checkParts(t, objects, known, functions)
		modes[mode] = true
		if t.Failed() {
			t.Fatalf("MiniCluster %+v, options %+v", mc.Spec, opts)
		}
	}
	if rendered < 500 || len(modes) < 4 {
		t.Errorf("only %d sets were rendered, in the modes %v", rendered, modes)
	}
}

// checkParts checks the scripts of one set and returns its mode. Words that are not among functions are variables.
func checkParts(t *testing.T, objects []runtime.Object, known map[string]use, functions map[string]bool) string {
	t.Helper()
	data, variables := map[string]string{}, map[string]string{}
	for _, object := range objects {
		if configMap, ok := object.(*corev1.ConfigMap); ok && strings.Contains(configMap.Name, "-entrypoint-") {
			data = configMap.Data
		}
	}
	for _, object := range objects {
		var templates []corev1.PodTemplateSpec
		switch workload := object.(type) {
		case *jobset.JobSet:
			for _, job := range workload.Spec.ReplicatedJobs {
				templates = append(templates, job.Template.Spec.Template)
			}
		case *batchv1.Job:
			templates = append(templates, workload.Spec.Template)
		}
		for _, template := range templates {
			for _, container := range template.Spec.Containers {
				if len(container.Command) > 1 && path.Base(container.Command[1]) == "broker.sh" {
					variables = podtest.Variables(container)
				}
			}
		}
	}
	for entry, patterns := range entries {
		if data[entry] == "" {
			continue
		}
		all := use{calls: map[string][]call{}}
		for name, text := range data {
			if name != entry && !slices.ContainsFunc(patterns, func(pattern string) bool { return match(pattern, name) }) {
				continue
			}
			if _, ok := known[text]; !ok {
				known[text] = uses(t, name, text)
			}
			for function, calls := range known[text].calls {
				all.calls[function] = append(all.calls[function], calls...)
			}
			all.files = append(all.files, known[text].files...)
		}
		if entry == "broker.sh" {
			all.calls[""] = append(all.calls[""], call{"lk_" + cmp.Or(variables["LATCHKEY_MODE"], "submit") + "_program", false})
		}
		next, seen := []string{""}, map[string]bool{}
		for len(next) > 0 {
			function := next[0]
			next = next[1:]
			for _, c := range all.calls[function] {
				_, defined := all.calls[c.function]
				needed := guarded[c.function]
				if !defined && !c.optional && functions[c.function] && (needed == nil || needed(data, variables)) {
					t.Errorf("%s calls %s in %q, and no script of the set defines it", entry, c.function, function)
				}
				if !seen[c.function] {
					seen[c.function] = true
					next = append(next, c.function)
				}
			}
		}
		for _, file := range all.files {
			if raw := file == "batch.sh" && variables["LATCHKEY_BATCH_RAW"] == "true"; data[file] == "" && !raw {
				t.Errorf("%s uses %s, which the set does not have", entry, file)
			}
		}
	}
	return variables["LATCHKEY_MODE"]
}
