package fn_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	jobset "sigs.k8s.io/jobset/api/jobset/v1alpha2"
)

// ordered renders the study with an order, and returns the list of its turns, the names that the role allows, and the JobSets.
func ordered(t *testing.T, order, source string) (list, allowed []string, sets []jobset.JobSet) {
	t.Helper()
	out := ofDocuments(t, strings.Replace(study, "  repeat", "  order: "+order+"\n  repeat", 1)+"---\n"+source)
	for _, item := range out.Items {
		content, err := item.JSON()
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case item.Kind == "ConfigMap" && item.Name == "scaling-turn":
			list = strings.Fields(typedOf[corev1.ConfigMap](t, content).Data["sets"])
		case item.Kind == "Role" && item.Name == "scaling-turn":
			allowed = typedOf[rbacv1.Role](t, content).Rules[0].ResourceNames
		case item.Kind == "JobSet":
			sets = append(sets, typedOf[jobset.JobSet](t, content))
		}
	}
	return list, allowed, sets
}

func typedOf[T any](t *testing.T, content []byte) (object T) {
	t.Helper()
	if err := json.Unmarshal(content, &object); err != nil {
		t.Fatal(err)
	}
	return object
}

// TestStudyOrder wants a turn in each set, on which all its other jobs wait, and the list and the right that the turns need.
func TestStudyOrder(t *testing.T) {
	t.Parallel()
	list, allowed, sets := ordered(t, "{parallel: 2}", varied)
	want := strings.Fields("lammps-eb8133e0-1 lammps-eb8133e0-2 lammps-1c87c548-1")
	if len(list) != 8 || !slices.Equal(list, allowed) || !slices.Equal(list[:3], want) {
		t.Errorf("the list is %q, and the role allows %q", list, allowed)
	}
	for _, set := range sets {
		jobs := set.Spec.ReplicatedJobs
		waits := map[string]string{}
		for _, job := range jobs[1:] {
			waits[job.Name] = job.DependsOn[0].Name
		}
		several := map[string]string{"keygen": "turn", "m": "keygen"}
		if jobs[0].Name != "turn" || !cmp.Equal(waits, several) && !cmp.Equal(waits, map[string]string{"m": "turn"}) {
			t.Errorf("the jobs of %s begin with %s and wait: %v", set.Name, jobs[0].Name, waits)
		}
		env := map[string]string{"LATCHKEY_FILES": "/etc/latchkey", "LATCHKEY_PARALLEL": "2", "LATCHKEY_RENDERED": set.Name, "LATCHKEY_TURN_OF": ""}
		if diff := cmp.Diff(env, variables(jobs[0])); diff != "" {
			t.Errorf("variables (-want +got):\n%s", diff)
		}
		if !slices.Contains(list, set.Name) {
			t.Errorf("%s is not in the list", set.Name)
		}
	}
}

// variables returns the variables of the first container of a job, by name.
func variables(job jobset.ReplicatedJob) map[string]string {
	values := map[string]string{}
	for _, variable := range job.Template.Spec.Template.Spec.Containers[0].Env {
		values[variable.Name] = variable.Value
	}
	return values
}

// TestStudyTurnImage wants a turn to run in an image that the set has anyway, or in the user's choice.
func TestStudyTurnImage(t *testing.T) {
	t.Parallel()
	view := strings.Replace(varied, "flux: {", "flux: {container: {image: 'view:1'}, ", 1)
	own := strings.Replace(view, "'view:1'", "'view:1', disable: true", 1)
	for name, row := range map[string]struct {
		order, source string
		want          []string
	}{
		"the default view":                  {"{parallel: 1}", varied, []string{"ghcr.io/converged-computing/flux-view-ubuntu:tag-noble"}},
		"a view of the user's":              {"{parallel: 1}", view, []string{"view:1"}},
		"the application's, where it makes": {"{parallel: 1}", own, []string{"ubuntu", "view:1"}},
		"the user's choice":                 {"{parallel: 1, image: 'mine:1'}", view, []string{"mine:1"}},
	} {
		_, _, sets := ordered(t, row.order, row.source)
		var images []string
		for _, set := range sets {
			images = append(images, set.Spec.ReplicatedJobs[0].Template.Spec.Template.Spec.Containers[0].Image)
		}
		slices.Sort(images)
		if diff := cmp.Diff(row.want, slices.Compact(images)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// TestStudyTurnFails wants a set to fail at once where another try of its turn would end in the same way, whatever starts it again.
func TestStudyTurnFails(t *testing.T) {
	t.Parallel()
	restarts := strings.Replace(varied, "name: lammps}", "name: lammps, annotations: {latchkey.dev/max-restarts: \"2\", latchkey.dev/on-disruption: Restart}}", 1)
	_, _, sets := ordered(t, "{parallel: 1}", restarts)
	for _, set := range sets {
		rules := set.Spec.FailurePolicy.Rules
		if rules[0].Action != jobset.FailJobSet || !slices.Equal(rules[0].TargetReplicatedJobs, []string{"turn"}) || rules[len(rules)-1].Name != "disruption" {
			t.Errorf("%s has the rules %+v", set.Name, rules)
		}
	}
}

// TestStudyRandom wants the same order for the same seed, another one for another seed, the order of the rest to stay when the study
// loses sets, and the runs of a cell in the order of their numbers, because repeat.discard is about the first of them.
func TestStudyRandom(t *testing.T) {
	t.Parallel()
	one, _, _ := ordered(t, "{parallel: 1, by: Random, seed: 1}", varied)
	again, _, _ := ordered(t, "{parallel: 1, by: Random, seed: 1}", varied)
	other, _, _ := ordered(t, "{parallel: 1, by: Random, seed: 2}", varied)
	less, _, _ := ordered(t, "{parallel: 1, by: Random, seed: 1}\n  exclude: [{nodes: 1}]", varied)
	listed, _, _ := ordered(t, "{parallel: 1}", varied)
	rest := slices.DeleteFunc(slices.Clone(one), func(name string) bool { return !slices.Contains(less, name) })
	if !slices.Equal(one, again) || slices.Equal(one, other) || slices.Equal(one, listed) || len(less) != 4 || !slices.Equal(rest, less) {
		t.Errorf("seed 1: %q\nagain: %q\nseed 2: %q\nwithout some: %q", one, again, other, less)
	}
	for _, order := range [][]string{one, other} {
		last := map[string]string{}
		for _, name := range order {
			cell := name[:strings.LastIndex(name, "-")]
			if name < last[cell] {
				t.Errorf("%s runs after %s", name, last[cell])
			}
			last[cell] = name
		}
	}
}

// TestStudyOrderRename wants another order to make other names where changed sets get other names, and the gang of a set to stay
// its own.
func TestStudyOrderRename(t *testing.T) {
	t.Parallel()
	renamed := strings.Replace(varied, "name: lammps}", "name: lammps, annotations: {latchkey.dev/on-change: Rename, latchkey.dev/gang: PodGroup}}", 1) + "---\n" + follower
	one, allowed, sets := ordered(t, "{parallel: 1}", renamed)
	two, _, _ := ordered(t, "{parallel: 2}", renamed)
	if len(one) != 8 || !slices.Equal(one, allowed) || slices.ContainsFunc(one, func(name string) bool { return slices.Contains(two, name) }) {
		t.Errorf("the list is %q, the role allows %q, and two at a time are %q", one, allowed, two)
	}
	for _, set := range sets {
		jobs := set.Spec.ReplicatedJobs
		rendered := variables(jobs[0])["LATCHKEY_RENDERED"]
		group := jobs[len(jobs)-1].Template.Spec.Template.Spec.SchedulingGroup
		if rendered != set.Name || group == nil || *group.PodGroupName != set.Name || !slices.Contains(one, set.Name) {
			t.Errorf("%s was rendered as %q and has the gang %v", set.Name, rendered, group)
		}
	}
}

// TestStudyWithoutTurns wants no turns without a number of sets, and none in a queue.
func TestStudyWithoutTurns(t *testing.T) {
	t.Parallel()
	queued := strings.Replace(varied, "name: lammps}", "name: lammps, annotations: {latchkey.dev/queue: q}}", 1)
	for order, source := range map[string]string{"{by: Random, seed: 3}": varied, "{parallel: 1}": queued} {
		list, allowed, sets := ordered(t, order, source)
		if len(list)+len(allowed) > 0 || len(sets) != 8 || sets[0].Spec.ReplicatedJobs[0].Name == "turn" {
			t.Errorf("order: %s makes turns: %q", order, list)
		}
	}
}
