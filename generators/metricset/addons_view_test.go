package metricset_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/metricset"
	"github.com/latchkey-dev/latchkey/internal/testing/podtest"
)

// judged returns the fields of a spec with one metric that are wrong, and those with warnings.
func judged(t *testing.T, pods int, metric string) (errs, warnings []string) {
	t.Helper()
	opts := latchkey.Options{}
	opts.Default()
	errors, warned := metricset.Validate(read(t, fmt.Sprintf("{pods: %d, metrics: [%s]}", pods, metric)), opts)
	return names(errors), names(warned)
}

func names(list field.ErrorList) []string {
	var all []string
	for _, problem := range list {
		all = append(all, strings.TrimPrefix(problem.Field, "spec.metrics[0]."))
	}
	return all
}

func TestViewAddonOptions(t *testing.T) {
	t.Parallel()
	const lammps = "{name: app-lammps, options: {command: lmp}, addons: [%s]}"
	for name, test := range map[string]struct {
		metric           string
		pods             int
		errors, warnings []string
	}{
		"no events":        {fmt.Sprintf(lammps, "{name: perf-hpctoolkit}"), 2, []string{"addons[0].options.events"}, nil},
		"events":           {fmt.Sprintf(lammps, "{name: perf-hpctoolkit, options: {events: -e IO, postAnalysis: no}}"), 2, nil, nil},
		"mpirun inside":    {"{name: app-lammps, addons: [{name: perf-hpctoolkit, options: {events: -e IO}}]}", 2, nil, []string{"addons[0].options.prefix"}},
		"nothing to wrap":  {"{name: perf-sysstat, options: {command: a}, addons: [{name: application, options: {image: 'a:1', command: a}}, {name: perf-hpctoolkit, options: {events: -e IO}}]}", 1, []string{"addons[1].options.target"}, nil},
		"workers":          {fmt.Sprintf(lammps, "{name: perf-mpitrace, options: {target: w}}"), 2, []string{"addons[0].options.target"}, nil},
		"no such job":      {fmt.Sprintf(lammps, "{name: perf-mpitrace, options: {target: x}}"), 2, []string{"addons[0].options.target"}, nil},
		"twice":            {fmt.Sprintf(lammps, "{name: perf-mpitrace}, {name: perf-mpitrace, options: {mount: /other}}"), 2, []string{"addons[1].options.image"}, nil},
		"one directory":    {fmt.Sprintf(lammps, "{name: perf-mpitrace}, {name: workload-flux}"), 2, []string{"addons[1].options.mount"}, nil},
		"two directories":  {fmt.Sprintf(lammps, "{name: perf-mpitrace}, {name: workload-flux, options: {mount: /flux}}"), 2, nil, nil},
		"own directory":    {fmt.Sprintf(lammps, "{name: perf-mpitrace, options: {mount: /opt/view/a}}"), 2, []string{"addons[0].options.mount"}, nil},
		"one pod":          {fmt.Sprintf(lammps, "{name: workload-flux}"), 1, []string{"addons[0].options.target"}, nil},
		"no launcher":      {"{name: io-fio, addons: [{name: workload-flux}]}", 2, []string{"addons[0].options.target"}, nil},
		"quorum too large": {fmt.Sprintf(lammps, "{name: workload-flux, options: {quorum: 3}}"), 2, []string{"addons[0].options.quorum"}, nil},
		"log level":        {fmt.Sprintf(lammps, "{name: workload-flux, options: {logLevel: 8}}"), 2, []string{"addons[0].options.logLevel"}, nil},
		"no such submit":   {fmt.Sprintf(lammps, "{name: workload-flux, options: {submit: batch}}"), 2, []string{"addons[0].options.submit"}, nil},
		"without effect":   {fmt.Sprintf(lammps, "{name: workload-flux, options: {fluxUid: '1004'}}"), 2, nil, []string{"addons[0].options.fluxUid"}},
		"unknown":          {fmt.Sprintf(lammps, "{name: workload-flux, options: {queue: fcfs}}"), 2, []string{"addons[0].options.queue"}, nil},
		"metric no image":  {"{name: perf-hpctoolkit, options: {command: a, events: -e IO}}", 1, []string{"image"}, nil},
		"custom no image":  {"{name: app-custom, options: {command: a}}", 2, []string{"image"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			errs, warnings := judged(t, test.pods, test.metric)
			if diff := cmp.Diff(test.errors, errs); diff != "" {
				t.Errorf("fields with errors (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.warnings, warnings); diff != "" {
				t.Errorf("fields with warnings (-want +got):\n%s", diff)
			}
		})
	}
}

// TestViewGoesToAllJobs makes sure that launcher and workers find the programs, and that only the launcher is wrapped.
func TestViewGoesToAllJobs(t *testing.T) {
	t.Parallel()
	all := expand(t, "{pods: 3, metrics: [{name: app-amg, options: {prefix: ''}, addons: ["+
		"{name: perf-hpctoolkit, options: {events: -e IO, prefix: mpirun -np 2, workdir: /work, privileged: 'true'}}, "+
		"{name: commands, options: {prefix: time}}]}]}", latchkey.Options{})
	data := podtest.One[*corev1.ConfigMap](t, all).Data
	for job, container := range map[string]string{"l": "launcher", "w": "workers"} {
		view := all.container(t, job, "hpctoolkit")
		if got := podtest.Variables(view)["LATCHKEY_PERF_EVENTS"]; got != "true" || !*view.SecurityContext.Privileged {
			t.Errorf("job %s: the view is not privileged, or does not know it", job)
		}
		made := all.container(t, job, container)
		if made.WorkingDir != "/work" || made.SecurityContext != nil {
			t.Errorf("job %s: working directory %s, security %v, want /work, none", job, made.WorkingDir, made.SecurityContext)
		}
		if _, mounted := mountOf(made, "/opt/share"); !mounted {
			t.Errorf("job %s: nothing is mounted at /opt/share", job)
		}
	}
	want := "mpirun -np 2 /opt/share/view/bin/hpcrun -o hpctoolkit-result -e IO bash -c 'time ./problem.sh'"
	if got := data["launcher.command-0"]; got != want {
		t.Errorf("the command is %q, want %q", got, want)
	}
	for _, key := range []string{"launcher.pre-0", "worker.pre-0"} {
		if want := `. "$LATCHKEY_FILES/use-view.sh" /opt/share`; data[key] != want {
			t.Errorf("%s is %q, want %q", key, data[key], want)
		}
	}
	if got := data["worker.post-0"]; got != "" {
		t.Errorf("workers run %q at their end", got)
	}
}

func mountOf(container corev1.Container, path string) (mount corev1.VolumeMount, found bool) {
	for _, each := range container.VolumeMounts {
		if each.MountPath == path {
			return each, true
		}
	}
	return corev1.VolumeMount{}, false
}
