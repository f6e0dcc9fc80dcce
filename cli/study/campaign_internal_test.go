package study

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	jobset "sigs.k8s.io/jobset/api/jobset/v1alpha2"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/apis/names"
	"github.com/latchkey-dev/latchkey/cli/internal/program"
	"github.com/latchkey-dev/latchkey/cli/internal/rendering"
	"github.com/latchkey-dev/latchkey/internal/live"
	"github.com/latchkey-dev/latchkey/internal/runs"
)

// TestInShort wants the counts of the sets, and how the first one is that has not ended.
func TestInShort(t *testing.T) {
	t.Parallel()
	o := &live.Objects{}
	for _, name := range []string{"a", "b", "c"} {
		one := jobset.JobSet{ObjectMeta: metav1.ObjectMeta{Name: name, Annotations: map[string]string{latchkey.AnnotationSource: "flux-framework.org/MiniCluster//" + name}}}
		if name == "a" {
			one.Status.TerminalState, one.Status.Conditions = "Completed", []metav1.Condition{{Type: "Completed", Status: metav1.ConditionTrue}}
		}
		o.JobSets = append(o.JobSets, one)
	}
	sets := o.Sets()
	c := &campaign{runs: []*run{{live: sets[0], was: runs.Completed}, {live: sets[1]}, {live: sets[2], was: runs.Running}, {}}}
	if line := c.inShort(time.Now()); line != "1 of 4 sets ended, 1 running, 1 waiting: c: waiting, waits for its pods to be created" {
		t.Errorf("it says %q", line)
	}
}

// TestTurnTold wants to be told that a set waits for its turn only if no set runs.
func TestTurnTold(t *testing.T) {
	t.Parallel()
	pod := batchv1.JobTemplateSpec{Spec: batchv1.JobSpec{Template: corev1.PodTemplateSpec{ObjectMeta: metav1.ObjectMeta{Labels: map[string]string{names.ComponentLabel: names.Turn}}}}}
	o := &live.Objects{JobSets: []jobset.JobSet{{
		ObjectMeta: metav1.ObjectMeta{Name: "a", Annotations: map[string]string{latchkey.AnnotationSource: "flux-framework.org/MiniCluster//a"}},
		Spec:       jobset.JobSetSpec{ReplicatedJobs: []jobset.ReplicatedJob{{Name: names.Turn, Template: pod}}},
	}}}
	for _, isRunning := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			var out bytes.Buffer
			c := &campaign{told: map[string]bool{}, runOptions: &runOptions{Options: rendering.Options{Program: &program.Program{Stdout: &out}}}}
			c.runs = []*run{{name: "a", live: o.Sets()[0]}}
			if isRunning {
				c.runs = append(c.runs, &run{live: o.Sets()[0], was: runs.Running})
			}
			c.noteWaits(c.runs[0])
			time.Sleep(long)
			c.noteWaits(c.runs[0])
			if told := out.String() == "[0 of 1] a () waits for its turn among the runs of its study\n"; told == isRunning {
				t.Errorf("it says %q", out.String())
			}
		})
	}
}

// TestCounts wants a run to count neither as completed nor as failed if its logs could not be saved while it ran.
func TestCounts(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	c := &campaign{runOptions: &runOptions{directory: "results", Options: rendering.Options{Program: &program.Program{Stdout: &out}}}}
	c.runs = []*run{{was: runs.Completed}, {was: runs.Failed}, {was: runs.Running, problem: errors.New("no space left")}, {was: runs.Running, gone: true}}
	if err := c.judge(); err == nil || !strings.HasPrefix(out.String(), "4 sets: 1 completed, 1 failed;") {
		t.Errorf("%v: %s", err, out.String())
	}
}
