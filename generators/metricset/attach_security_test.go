package metricset_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/attach"
)

// runningAs is a MiniCluster with an application that runs as a user and a group of the same number.
func runningAs(user int64, change ...func(*attach.Pod)) attach.Pod {
	carrier := lammps()
	carrier.UID, carrier.GID = &user, &user
	for _, change := range change {
		change(&carrier)
	}
	return carrier
}

func strong(carrier *attach.Pod)    { carrier.Plain = false }
func nonRoot(carrier *attach.Pod)   { carrier.NonRoot = true }
func groupless(carrier *attach.Pod) { carrier.GID = nil }

// TestAttachSecurity wants only the rights needed to read the figures of the application. Only root may get capabilities,
// because Kubernetes gives them to no other user.
func TestAttachSecurity(t *testing.T) {
	t.Parallel()
	with := func(capabilities ...corev1.Capability) *corev1.Capabilities {
		return &corev1.Capabilities{Add: capabilities}
	}
	id := func(n int64) *int64 { return &n }
	plain := func(user, group *int64) *corev1.SecurityContext {
		return &corev1.SecurityContext{
			RunAsUser: user, RunAsGroup: group, RunAsNonRoot: new(true), AllowPrivilegeEscalation: new(false),
			Capabilities:   &corev1.Capabilities{Drop: []corev1.Capability{"ALL"}},
			SeccompProfile: &corev1.SeccompProfile{Type: corev1.SeccompProfileTypeRuntimeDefault},
		}
	}
	tracing := &corev1.SecurityContext{Capabilities: with("SYS_PTRACE"), RunAsUser: id(0), RunAsGroup: id(0)}
	const iostat = "{metrics: [{name: io-sysstat, attributes: {securityContext: {allowAdmin: true}}}]}"
	const ptracing = "{metrics: [{name: perf-sysstat, attributes: {securityContext: {allowPtrace: true}}}]}"
	const privileged = "{metrics: [{name: io-sysstat, attributes: {securityContext: {privileged: true}}}]}"
	for name, test := range map[string]struct {
		spec    string
		carrier attach.Pod
		ptrace  latchkey.Ptrace
		want    *corev1.SecurityContext
	}{
		"a user that only the image knows":           {joining, lammps(), "", &corev1.SecurityContext{Capabilities: with("SYS_PTRACE")}},
		"never":                                      {joining, lammps(), latchkey.PtraceNever, nil},
		"root":                                       {joining, runningAs(0), "", &corev1.SecurityContext{RunAsUser: id(0), RunAsGroup: id(0)}},
		"root of a group that the image knows":       {joining, runningAs(0, groupless), "", &corev1.SecurityContext{RunAsUser: id(0)}},
		"root in pods that exclude it":               {joining, runningAs(0, nonRoot), "", &corev1.SecurityContext{RunAsUser: id(0), RunAsGroup: id(0), RunAsNonRoot: new(false)}},
		"a user, as restricted pods demand":          {joining, runningAs(1000), "", plain(id(1000), id(1000))},
		"a user in pods that exclude root":           {joining, runningAs(1000, nonRoot), "", plain(id(1000), id(1000))},
		"a user of a group that the image knows":     {joining, runningAs(1000, groupless), "", plain(id(1000), nil)},
		"a user, always":                             {joining, runningAs(1000), latchkey.PtraceAlways, tracing},
		"an application with more rights":            {joining, runningAs(1000, strong), "", tracing},
		"an application with more rights, never":     {joining, runningAs(1000, strong), latchkey.PtraceNever, plain(id(1000), id(1000))},
		"an application with more rights, not root":  {joining, runningAs(1000, strong, nonRoot), "", plain(id(1000), id(1000))},
		"rights for what does not watch":             {iostat, runningAs(1000), "", &corev1.SecurityContext{Capabilities: with("SYS_ADMIN"), RunAsUser: id(0), RunAsGroup: id(0)}},
		"all rights":                                 {privileged, runningAs(1000), "", &corev1.SecurityContext{Privileged: new(true), RunAsUser: id(0), RunAsGroup: id(0)}},
		"more rights that a user's watcher asks for": {"{metrics: [{name: perf-sysstat, attributes: {securityContext: {allowAdmin: true}}}]}", runningAs(1000), "", &corev1.SecurityContext{Capabilities: with("SYS_PTRACE", "SYS_ADMIN"), RunAsUser: id(0), RunAsGroup: id(0)}},
		"to trace, for a user's watcher":             {ptracing, runningAs(1000), "", tracing},
		"to trace, for that of root":                 {ptracing, runningAs(0), "", tracing},
		"to trace, never, and all the same":          {ptracing, runningAs(1000), latchkey.PtraceNever, tracing},
		"no rights for what watches, more elsewhere": {"{metrics: [{name: io-sysstat}]}", runningAs(1000, strong), latchkey.PtraceAlways, plain(id(1000), id(1000))},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			made, _ := sidecar(t, test.spec, latchkey.Options{Ptrace: test.ptrace}, test.carrier)
			if diff := cmp.Diff(test.want, made.SecurityContext); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestAttachRights(t *testing.T) {
	t.Parallel()
	const at = "metadata.annotations[latchkey.dev/attach-to]: "
	const group = at + "the application of the MiniCluster lammps runs as the user 1000 (runAsUser), and only its image knows its group; a sidecar with another group cannot read its figures: give runAsGroup beside runAsUser, in spec.pod.securityContext or in that of the container"
	nobody := lammps()
	nobody.NonRoot = true
	for name, test := range map[string]struct {
		spec           string
		carrier        attach.Pod
		ptrace         latchkey.Ptrace
		errs, warnings []string
	}{
		"a user and a group":                      {joining, runningAs(1000), "", nil, nil},
		"a user without a group":                  {"{metrics: [{name: perf-sysstat}, {name: perf-sysstat}]}", runningAs(1000, groupless), "", nil, []string{group}},
		"a user without a group, not root":        {joining, runningAs(1000, groupless, strong, nonRoot), "", nil, []string{group}},
		"a user without a group, always":          {joining, runningAs(1000, groupless), latchkey.PtraceAlways, nil, nil},
		"a user without a group, nothing watches": {"{metrics: [{name: io-sysstat}]}", runningAs(1000, groupless), "", nil, nil},
		"root without a group":                    {joining, runningAs(0, groupless), "", nil, nil},
		"always in pods that exclude root": {joining, runningAs(1000, nonRoot), latchkey.PtraceAlways, []string{
			"spec.metrics[0]: the option ptrace=Always needs root, which the pods of the MiniCluster lammps exclude (spec.pod.securityContext.runAsNonRoot): leave one of the two out",
		}, nil},
		"rights in pods that exclude root": {
			"{metrics: [{name: io-sysstat}, {name: io-sysstat, addons: [{name: perf-commands, options: {prefix: perf}}]}]}",
			runningAs(1000, nonRoot), "",
			[]string{
				"spec.metrics[1]: what attributes.securityContext or the addon perf-commands asks for needs root, which the pods of the MiniCluster lammps exclude (spec.pod.securityContext.runAsNonRoot): leave one of the two out",
			},
			nil,
		},
		"pods that exclude root and name no user": {joining, nobody, "", []string{
			at + "the pods of the MiniCluster lammps exclude root (spec.pod.securityContext.runAsNonRoot), but the image of a sidecar may run as root: give runAsUser and runAsGroup there too",
		}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, errs, warnings := attached(t, test.spec, latchkey.Options{Ptrace: test.ptrace}, test.carrier)
			if diff := cmp.Diff(test.errs, errs); diff != "" {
				t.Errorf("errors (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.warnings, warnings); diff != "" {
				t.Errorf("warnings (-want +got):\n%s", diff)
			}
		})
	}
}
