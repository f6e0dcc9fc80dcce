package fn_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/fn"
)

// traced is the warning about a sidecar that may trace and needs no certain user.
const traced = "securityContext.capabilities.add has SYS_PTRACE (container perf-sysstat)"

// TestPodSecurity wants a warning if a namespace of the package would refuse the pods of a set. The warning names the
// containers and fields, and says what to do.
func TestPodSecurity(t *testing.T) {
	t.Parallel()
	in := func(standard string, objects ...string) []string {
		items := []string{"apiVersion: v1\nkind: Namespace\nmetadata:\n  name: hpc\n  labels:\n    pod-security.kubernetes.io/enforce: " + standard + "\n"}
		for _, object := range objects {
			items = append(items, inNamespace(object, "hpc"))
		}
		return items
	}
	pod := func(fields string) string { return strings.Replace(set, "spec:\n", "spec:\n  pod: {"+fields+"}\n", 1) }
	user := "securityContext: {runAsUser: 1000, runAsGroup: 1000}"
	good := pod("securityContext: {runAsUser: 1000, runAsGroup: 1000, runAsNonRoot: true, seccompProfile: {type: RuntimeDefault}}") +
		"    securityContext: {allowPrivilegeEscalation: false, capabilities: {drop: [ALL]}}\n"
	cpu := watching("cpu")
	never, always := annotated(cpu, "latchkey.dev/ptrace", "Never"), annotated(cpu, "latchkey.dev/ptrace", "Always")
	profiling := cpu + "    addons:\n    - name: perf-commands\n      options: {preBlock: \"true\"}\n"
	alone := strings.Replace(cpu, "    latchkey.dev/attach-to: lammps\n", "    latchkey.dev/ptrace: Auto\n", 1) +
		"    addons:\n    - name: application\n      options: {image: \"ubuntu:24.04\", command: sleep 1}\n"

	made := func(volume string) string {
		old := strings.Replace(set, "v1alpha2", "v1alpha1", 1)
		return strings.Replace(old, "spec:\n", "spec:\n  volumes: {data: "+volume+"}\n", 1) + "    volumes: {data: {path: /data}}\n"
	}

	const (
		byClaim = `pods with a hostPath, but does not look at claims: by the PersistentVolume "data" the pods get the directory "/data" of the node ` +
			"all the same: use another storage class, or a namespace that allows more"
		mc, ms    = "MiniCluster/hpc/lammps: warning: ", "MetricSet/hpc/cpu: warning: "
		tracing   = "MetricSet/hpc/cpu: metadata.annotations[latchkey.dev/ptrace]: warning: "
		refuses   = `the namespace "hpc" (pod-security.kubernetes.io/enforce: baseline) refuses `
		forbids   = `the namespace "hpc" (pod-security.kubernetes.io/enforce: restricted) refuses `
		own       = "its pods, and only an event would say so: "
		joined    = "the pods of MiniCluster/hpc/lammps, and only an event would say so: "
		elsewhere = ", or use a namespace that allows more"
		change    = ": change what is named" + elsewhere
		untraced  = "set ptrace to Never and leave allowPtrace out" + elsewhere
		named     = ": name the user that the application runs as, without further rights (spec.pod.securityContext.runAsUser of MiniCluster/hpc/lammps), or "
		giveUp    = "securityContext.allowPrivilegeEscalation is not false (container %); securityContext.capabilities.drop has no ALL (container %); "
		noRoot    = ": let all run as one user other than root (runAsUser, runAsGroup and runAsNonRoot in spec.pod.securityContext of MiniCluster/hpc/lammps)"
	)
	of := func(container, text string) string { return strings.ReplaceAll(text, "%", container) }
	maybeRoot := func(containers string) string {
		return "securityContext.seccompProfile is not there (container lammps); securityContext.runAsNonRoot is not true (containers " + containers + ")"
	}
	for name, test := range map[string]struct{ items, want []string }{
		"joined": {in("baseline", set, cpu), []string{tracing + refuses + joined + traced + named + untraced}},
		"always": {in("baseline", set, always), []string{tracing + refuses + joined + traced + ": " + untraced}},
		"a user with a right": {in("baseline", pod(user)+"    securityContext: {capabilities: {add: [CHOWN]}}\n", cpu), []string{
			tracing + refuses + joined + traced + ": " + untraced,
		}},
		"alone":             {in("baseline", alone), []string{tracing + refuses + own + strings.Replace(traced, "perf-sysstat", "app", 1) + ": " + untraced}},
		"privileged":        {in("privileged", set, cpu), nil},
		"no label":          {in(`""`, set, cpu), nil},
		"no namespace":      {in("baseline", set, cpu)[1:], nil},
		"another namespace": {[]string{in("baseline")[0], set, cpu}, nil},
		"nobody traces":     {in("baseline", set), nil},
		"never":             {in("baseline", set, never), nil},
		"a user":            {in("baseline", pod(user), cpu), nil},
		"all given up":      {in("restricted", good, cpu), nil},
		"a set with more rights": {in("baseline", set, profiling), []string{
			ms + refuses + joined + "securityContext.capabilities.add has SYS_PTRACE and SYS_ADMIN (container perf-sysstat)" + change,
		}},
		"a MiniCluster with all rights": {in("baseline", set+"    securityContext: {privileged: true}\n"), []string{
			mc + refuses + own + "securityContext.privileged is true (container lammps)" + change,
		}},
		"both": {in("baseline", set+"    securityContext: {capabilities: {add: [SYS_ADMIN]}}\n", never, strings.ReplaceAll(always, "cpu", "more")), []string{
			strings.Replace(tracing, "cpu", "more", 1) + refuses + joined + strings.Replace(traced, "sysstat", "sysstat-1", 1) + ": " + untraced,
			mc + refuses + own + "securityContext.capabilities.add has SYS_ADMIN (container lammps)" + change,
		}},
		"what is the node's": {in("baseline", pod("hostIPC: true, hostPID: true")+"    volumes:\n      data: {hostPath: /data, path: /data}\n"), []string{
			mc + refuses + own + "hostPID is true; hostIPC is true; the volume data is a hostPath (container lammps)" + change,
		}},
		"a volume to make": {in("baseline", made("{path: /data}")), []string{mc + refuses + byClaim}},
		"a volume to make, restricted": {
			in("restricted", made("{path: /data}")),
			append(lines(process(t, listOf(in("restricted", made("{path: /data}"))...), fn.Settings{}))[:1], mc+forbids+byClaim),
		},
		"a volume of a driver": {in("baseline", made("{path: /data, storageClass: a, driver: b, secret: c}")), nil},
		"a volume of the set": {in("baseline", set, never+"    addons:\n    - name: volume-hostpath\n      options: {name: data, hostPath: /data, path: /data}\n"), []string{
			ms + refuses + joined + "the volume data is a hostPath (container perf-sysstat)" + change,
		}},
		"no filter of system calls": {in("baseline", pod("securityContext: {seccompProfile: {type: Unconfined}}")+"    securityContext: {seccompProfile: {type: Unconfined}}\n"), []string{
			mc + refuses + own + "securityContext.seccompProfile of the pod is Unconfined; securityContext.seccompProfile is Unconfined (container lammps)" + change,
		}},
		"a capability that baseline allows": {in("baseline", set+"    securityContext: {capabilities: {add: [CHOWN]}}\n"), nil},
		"one that restricted does not": {in("restricted", strings.Replace(good, "drop: [ALL]", "drop: [ALL], add: [NET_BIND_SERVICE, CHOWN]", 1)), []string{
			mc + forbids + own + "securityContext.capabilities.add has CHOWN (container lammps)" + change,
		}},
		"root": {in("restricted", set), []string{mc + forbids + own + of("lammps", giveUp) + maybeRoot("flux-view, lammps") + change}},
		"root, joined": {in("restricted", set, cpu), []string{
			ms + forbids + joined + traced + "; " + of("perf-sysstat", giveUp) + "securityContext.seccompProfile is not there (container perf-sysstat)" + noRoot + elsewhere,
			mc + forbids + own + of("lammps", giveUp) + maybeRoot("flux-view, perf-sysstat, lammps") + change,
		}},
		"root in so many words": {in("restricted", strings.NewReplacer("runAsUser: 1000", "runAsUser: 0", "runAsNonRoot: true", "runAsNonRoot: false").Replace(good)), []string{
			mc + forbids + own + "securityContext.runAsUser of the pod is 0; securityContext.runAsNonRoot of the pod is false; securityContext.runAsNonRoot is not true (containers flux-view, lammps)" + change,
		}},
		"root for one container": {in("restricted", strings.Replace(good, "drop: [ALL]}", "drop: [ALL]}, runAsUser: 0, runAsNonRoot: false", 1)), []string{
			mc + forbids + own + "securityContext.runAsUser is 0 (container lammps); securityContext.runAsNonRoot is not true (container lammps)" + change,
		}},
		"a user, and always": {in("restricted", strings.Replace(good, "runAsNonRoot: true, ", "", 1), always), []string{
			ms + forbids + joined + traced + "; " + of("perf-sysstat", giveUp) + "securityContext.runAsUser is 0 (container perf-sysstat)" + noRoot + ", without ptrace: Always" + elsewhere,
			mc + forbids + own + "securityContext.runAsNonRoot is not true (containers flux-view, perf-sysstat, lammps)" + change,
		}},
		"a MetricSet cannot say it": {in("restricted", alone), []string{
			ms + forbids + own + strings.Replace(traced, "perf-sysstat", "app", 1) + "; " + strings.ReplaceAll(giveUp, "container %", "containers app, app-addon") +
				"securityContext.seccompProfile is not there (containers app, app-addon); securityContext.runAsNonRoot is not true (containers app, app-addon): " + elsewhere[5:],
		}},
	} {
		got := lines(process(t, listOf(test.items...), fn.Settings{}))
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
