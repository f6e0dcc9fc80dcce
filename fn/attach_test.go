package fn_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/fn"
)

// attachedTo is a MetricSet that is attached to workloads.
func attachedTo(name, targets string) string {
	return strings.Replace(attachedSet(name), "attach-to: lammps", "attach-to: "+targets, 1)
}

// job is a Job with comments.
const job = `# above
apiVersion: batch/v1
kind: Job
metadata: {name: bench, labels: {app: x}} # flow
spec:
  backoffLimit: 0
  template: # of the pods
    spec:
      # the only one
      containers:
      - {name: "main", image: nginx}
      - name: other # too
        image: 'nginx'
      restartPolicy: Never # kept
`

// other is a Job that a set is attached to in its place.
const other = "apiVersion: batch/v1\nkind: Job\nmetadata:\n  name: other\nspec:\n  template:\n    spec:\n      containers: [{name: main, image: nginx}]\n"

// renderAll renders documents, and returns the documents of all items, generated ones included.
func renderAll(t *testing.T, documents ...string) string {
	t.Helper()
	items, results := fn.ParseDocuments("all.yaml", []byte(strings.Join(documents, "---\n")))
	list := processed(t, &fn.ResourceList{Items: items}, fn.Settings{})
	if fn.HasErrors(results) || fn.HasErrors(list.Results) {
		t.Fatalf("%v %v", results, lines(list))
	}
	var all []string
	for _, item := range list.Items {
		all = append(all, document(t, item))
	}
	return strings.Join(all, "---\n")
}

// theJob returns the document of the Job bench.
func theJob(t *testing.T, documents string) string {
	t.Helper()
	for document := range strings.SplitSeq(documents, "---\n") {
		if regexp.MustCompile(`\bbench\b`).MatchString(document) && !strings.Contains(document, "MetricSet\n") {
			return document
		}
	}
	t.Fatalf("no Job in:\n%s", documents)
	return ""
}

// moved attaches the sets of a list to the Job other.
func moved(list string) string {
	return regexp.MustCompile(`attach-to: .*`).ReplaceAllString(list, "attach-to: Job/other")
}

// checkDetached wants an object from which sets were detached to mean what it meant before, but for empty lists and maps. It
// has all comments that it had, except comments of merge keys, which may be written out.
func checkDetached(t *testing.T, before, after string) {
	t.Helper()
	was, _ := meaning(t, before).(map[string]any)
	is, _ := meaning(t, after).(map[string]any)
	withoutEmpty(was)
	withoutEmpty(is)
	if diff := cmp.Diff(was, is); diff != "" {
		t.Errorf("the object has changed (-before +after):\n%s\n%s", diff, after)
	}
	for _, comment := range regexp.MustCompile(`# .*`).FindAllString(before, -1) {
		if !strings.Contains(before, "<<:") && !strings.Contains(after, strings.TrimSpace(comment)+"\n") {
			t.Errorf("lost %q:\n%s", comment, after)
		}
	}
}

// TestAttachToJob adds to a Job and keeps all of its lines. A second run changes nothing, a changed set is replaced, and a
// set that is attached elsewhere leaves no trace in the Job.
func TestAttachToJob(t *testing.T) {
	t.Parallel()
	once := renderAll(t, job, other, attachedTo("cpu", "Job/bench"), attachedTo("disk", "Job/bench"))
	attached := theJob(t, once)
	for line := range strings.SplitSeq(strings.TrimSpace(job), "\n") {
		if !strings.Contains(attached, line+"\n") {
			t.Errorf("the line %q is not in:\n%s", line, attached)
		}
	}
	for _, want := range []string{"name: perf-sysstat\n", "name: perf-sysstat-1\n", "name: latchkey-metrics-cpu\n", "name: latchkey-metrics-disk\n", "shareProcessNamespace: true\n", "restartPolicy: Always\n", "value: main other\n"} {
		if !strings.Contains(attached, want) {
			t.Errorf("no %q in:\n%s", want, attached)
		}
	}
	if diff := cmp.Diff(once, renderAll(t, once)); diff != "" {
		t.Errorf("a second time (-once +twice):\n%s", diff)
	}
	changed := renderAll(t, strings.Replace(once, "- name: perf-sysstat\n", "- name: perf-sysstat\n    options: {rate: 7}\n", 1))
	if got := theJob(t, changed); strings.Count(got, "name: perf-sysstat") != 2 || strings.Count(got, `value: "7"`) != 1 {
		t.Errorf("a changed set is not replaced:\n%s", got)
	}
	checkDetached(t, job, theJob(t, renderAll(t, moved(changed))))
}

// TestAttachedSetGoes removes one set of two, and then the other, from a whole package. The set that stays is not touched.
func TestAttachedSetGoes(t *testing.T) {
	t.Parallel()
	inKpt := func(object, path string, index int) string {
		return annotated(inKpt(object, path, index), "internal.config.kubernetes.io/package-path", "/package")
	}
	kptfile := inKpt("apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata:\n  name: package\n", "Kptfile", 0)
	cpu, disk := inKpt(attachedTo("cpu", "Job/bench"), "cpu.yaml", 0), inKpt(attachedTo("disk", "Job/bench"), "disk.yaml", 0)
	before := strings.Replace(job, "labels: {app: x}", `annotations: {internal.config.kubernetes.io/path: job.yaml, internal.config.kubernetes.io/package-path: "/package"}`, 1)
	attached := theJob(t, renderAll(t, kptfile, before, cpu, disk))
	alone := theJob(t, renderAll(t, kptfile, attached, disk))
	if strings.Contains(alone, "latchkey-metrics-cpu") || !strings.Contains(alone, "latchkey-metrics-disk") {
		t.Errorf("the set cpu is gone, and disk is not:\n%s", alone)
	}
	checkDetached(t, before, theJob(t, renderAll(t, kptfile, alone)))
	if diff := cmp.Diff(attached, theJob(t, renderAll(t, attached))); diff != "" {
		t.Errorf("a selection without the sets (-before +after):\n%s", diff)
	}
}

// TestRecordOfAUser wants a record that a user has written into the pods of a MiniCluster to stay, as far as it is about a source that
// is not there.
func TestRecordOfAUser(t *testing.T) {
	t.Parallel()
	cluster := "apiVersion: flux-framework.org/v1alpha2\nkind: MiniCluster\nmetadata: {name: lammps}\nspec:\n  containers: [{image: nginx, command: lmp}]\n" +
		`  pod: {annotations: {latchkey.dev/attached: '{"flux-framework.org/MetricSet//old":["volumes/v"]}'}}` + "\n"
	all := renderAll(t, cluster, attachedSet("pidstat"))
	for _, want := range []string{`MetricSet//old":["volumes/v"]`, "name: perf-sysstat\n"} {
		if !strings.Contains(all, want) {
			t.Errorf("%q is missing in\n%s", want, all)
		}
	}
}

// TestAttachedVolumeIsShared detaches one of two sets that mount the same new volume, while the other set is left out. The
// volume stays for the other set.
func TestAttachedVolumeIsShared(t *testing.T) {
	t.Parallel()
	set := func(name string) string {
		return strings.Replace(attachedTo(name, "Job/bench"), "perf-sysstat\n", "perf-sysstat\n    addons: [{name: volume-empty, options: {name: data, path: /data}}]\n", 1)
	}
	both := theJob(t, renderAll(t, job, other, set("one"), set("two")))
	alone := theJob(t, renderAll(t, both, other, moved(set("one"))))
	if strings.Count(both, "- emptyDir: {}\n") != 1 || strings.Count(alone, "- emptyDir: {}\n") != 1 || strings.Count(alone, "name: data\n") != 2 {
		t.Errorf("not one volume that one sidecar mounts:\n%s\n%s", both, alone)
	}
	checkDetached(t, job, theJob(t, renderAll(t, alone, other, moved(set("two")))))
}

// withoutEmpty takes out what says nothing: null, and empty lists and maps.
func withoutEmpty(object map[string]any) {
	for key, value := range object {
		below, isMapping := value.(map[string]any)
		if isMapping {
			withoutEmpty(below)
		}
		if list, isList := value.([]any); value == nil || isMapping && len(below) == 0 || isList && len(list) == 0 {
			delete(object, key)
		}
	}
}

// TestAttachedApart attaches two sets to one Job and then renders with one of them alone, as in a second call of the
// function. The Job must stay as it is, because a workload starts its pods anew when its template changes.
func TestAttachedApart(t *testing.T) {
	t.Parallel()
	first, second := attachedTo("first", "Job/bench"), attachedTo("second", "Job/bench")
	volume := "    addons: [{name: volume-empty, options: {name: scratch, path: /scratch}}]\n"
	for name, sets := range map[string][2]string{
		"two sets":           {first, second},
		"a volume of both":   {first + volume, second + volume},
		"a volume of second": {first, second + volume},
	} {
		want := theJob(t, renderAll(t, job, sets[0], sets[1]))
		for which, set := range sets {
			if diff := cmp.Diff(want, theJob(t, renderAll(t, want, set))); diff != "" {
				t.Errorf("%s: set %d alone changes the Job (-before +after):\n%s", name, which, diff)
			}
		}
	}
}
