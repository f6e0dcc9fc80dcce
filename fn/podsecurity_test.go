package fn_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/fn"
)

// adds is what the API server says of a container with capabilities that baseline does not allow.
func adds(container, capabilities string) string {
	return `non-default capabilities (container "` + container + `" must not include ` + capabilities + ` in securityContext.capabilities.add)`
}

// traced is the warning about a sidecar that may trace and needs no certain user.
var traced = adds("perf-sysstat", `"SYS_PTRACE"`)

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
	cpu := attachedSet("cpu")
	never, always := annotated(cpu, "latchkey.dev/ptrace", "Never"), annotated(cpu, "latchkey.dev/ptrace", "Always")
	profiling := cpu + "    addons:\n    - name: perf-commands\n      options: {preBlock: \"true\"}\n"
	alone := strings.Replace(cpu, "    latchkey.dev/attach-to: lammps\n", "    latchkey.dev/ptrace: Auto\n", 1) +
		"    addons:\n    - name: application\n      options: {image: \"ubuntu:24.04\", command: sleep 1}\n"

	const (
		mc, ms    = "MiniCluster/hpc/lammps: warning: ", "MetricSet/hpc/cpu: warning: "
		tracing   = "MetricSet/hpc/cpu: metadata.annotations[latchkey.dev/ptrace]: warning: "
		refuses   = `the namespace "hpc" (pod-security.kubernetes.io/enforce: baseline) refuses `
		forbids   = `the namespace "hpc" (pod-security.kubernetes.io/enforce: restricted) refuses `
		own       = "its pods, and only an event would say so: "
		joined    = "the pods of MiniCluster/hpc/lammps, and only an event would say so: "
		elsewhere = ", or use a namespace that allows more"
		change    = ": change the fields that are named" + elsewhere
		untraced  = "set ptrace to Never and leave allowPtrace out" + elsewhere
		named     = ": write the user of the application (spec.pod.securityContext.runAsUser of MiniCluster/hpc/lammps), and leave ptrace=Always out, or "
		escalates = "allowPrivilegeEscalation != false (% must set securityContext.allowPrivilegeEscalation=false); "
		keeps     = `unrestricted capabilities (% must set securityContext.capabilities.drop=["ALL"]`
		mayBeRoot = "runAsNonRoot != true (pod or % must set securityContext.runAsNonRoot=true)"
		anyCall   = `; seccompProfile (pod or % must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost")`
		giveUp    = escalates + keeps + "); "
		traces    = `; container "%" must not include "SYS_PTRACE" in securityContext.capabilities.add); `
		noRoot    = ": let all containers run as one user other than root (runAsUser, runAsGroup and runAsNonRoot in spec.pod.securityContext of MiniCluster/hpc/lammps), and leave ptrace=Always out"
	)
	const restricts = "latchkey.dev/pod-security"
	of := func(container, text string) string { return strings.ReplaceAll(text, "%", container) }
	set1, watcher, both := `container "lammps"`, `container "perf-sysstat"`, `containers "flux-view", "lammps"`
	for name, test := range map[string]struct{ items, want []string }{
		"joined": {in("baseline", set, cpu), []string{tracing + refuses + joined + traced + named + untraced}},
		"always": {in("baseline", set, always), []string{tracing + refuses + joined + traced + named + untraced}},
		"a user with a right": {in("baseline", pod(user)+"    securityContext: {capabilities: {add: [CHOWN]}}\n", cpu), []string{
			tracing + refuses + joined + traced + named + untraced,
		}},
		"alone":      {in("baseline", alone), []string{tracing + refuses + own + adds("app", `"SYS_PTRACE"`) + ": " + untraced}},
		"privileged": {in("privileged", set, cpu), nil},
		"no label":   {in(`""`, set, cpu), nil},
		"rules of a certain version": {
			[]string{strings.Replace(in("restricted")[0], "enforce: restricted", "enforce: restricted\n    pod-security.kubernetes.io/enforce-version: v1.0", 1), inNamespace(set, "hpc")},
			[]string{mc + forbids + own + of(both, mayBeRoot) + change},
		},
		"no namespace":      {in("baseline", set, cpu)[1:], nil},
		"another namespace": {[]string{in("baseline")[0], set, cpu}, nil},
		"nobody traces":     {in("baseline", set), nil},
		"never":             {in("baseline", set, never), nil},
		"a user":            {in("baseline", pod(user), cpu), nil},
		"all given up":      {in("restricted", good, cpu), nil},
		"a set with more rights": {in("baseline", set, profiling), []string{
			ms + refuses + joined + adds("perf-sysstat", `"SYS_ADMIN", "SYS_PTRACE"`) + change,
		}},
		"a MiniCluster with all rights": {in("baseline", set+"    securityContext: {privileged: true}\n"), []string{
			mc + refuses + own + `privileged (container "lammps" must not set securityContext.privileged=true)` + change,
		}},
		"both": {in("baseline", set+"    securityContext: {capabilities: {add: [SYS_ADMIN]}}\n", never, strings.ReplaceAll(always, "cpu", "more")), []string{
			strings.Replace(tracing, "cpu", "more", 1) + refuses + joined + adds("perf-sysstat-1", `"SYS_PTRACE"`) + named + untraced,
			mc + refuses + own + adds("lammps", `"SYS_ADMIN"`) + change,
		}},
		"what is the node's": {in("baseline", pod("hostIPC: true, hostPID: true")+"    volumes:\n      data: {hostPath: /data, path: /data}\n"), []string{
			mc + refuses + own + `host namespaces (hostPID=true, hostIPC=true); hostPath volumes (volume "data")` + change,
		}},
		"a volume of the set": {in("baseline", set, never+"    addons:\n    - name: volume-hostpath\n      options: {name: data, hostPath: /data, path: /data}\n"), []string{
			ms + refuses + joined + `hostPath volumes (volume "data")` + change,
		}},
		"no filter of system calls": {in("baseline", pod("securityContext: {seccompProfile: {type: Unconfined}}")+"    securityContext: {seccompProfile: {type: Unconfined}}\n"), []string{
			mc + refuses + own + `seccompProfile (pod and container "lammps" must not set securityContext.seccompProfile.type to "Unconfined")` + change,
		}},
		"a capability that baseline allows": {in("baseline", set+"    securityContext: {capabilities: {add: [CHOWN]}}\n"), nil},
		"one that restricted does not": {in("restricted", strings.Replace(good, "drop: [ALL]", "drop: [ALL], add: [NET_BIND_SERVICE, CHOWN]", 1)), []string{
			mc + forbids + own + `unrestricted capabilities (container "lammps" must not include "CHOWN" in securityContext.capabilities.add)` + change,
		}},
		"root": {in("restricted", set), []string{mc + forbids + own + of(set1, giveUp) + of(both, mayBeRoot) + of(set1, anyCall) + change}},
		"root, joined": {in("restricted", set, cpu), []string{
			ms + forbids + joined + of(watcher, escalates+keeps) + of("perf-sysstat", traces) + of(watcher, mayBeRoot+anyCall) + noRoot + elsewhere,
			mc + forbids + own + of(set1, giveUp) + of(both, mayBeRoot) + of(set1, anyCall) + change,
		}},
		"root in so many words": {in("restricted", strings.NewReplacer("runAsUser: 1000", "runAsUser: 0", "runAsNonRoot: true", "runAsNonRoot: false").Replace(good)), []string{
			mc + forbids + own + "runAsNonRoot != true (pod must not set securityContext.runAsNonRoot=false); runAsUser=0 (pod must not set runAsUser=0)" + change,
		}},
		"root for one container": {in("restricted", strings.Replace(good, "drop: [ALL]}", "drop: [ALL]}, runAsUser: 0, runAsNonRoot: false", 1)), []string{
			mc + forbids + own + of(set1, "runAsNonRoot != true (% must not set securityContext.runAsNonRoot=false); runAsUser=0 (% must not set runAsUser=0)") + change,
		}},
		"a user, and always": {in("restricted", strings.Replace(good, "runAsNonRoot: true, ", "", 1), always), []string{
			ms + forbids + joined + of(watcher, escalates+keeps) + of("perf-sysstat", traces) + of(watcher, mayBeRoot+"; runAsUser=0 (% must not set runAsUser=0)") + noRoot + elsewhere,
			mc + forbids + own + of(both, mayBeRoot) + change,
		}},
		"the option":                      {[]string{annotated(inNamespace(set, "hpc"), restricts, "Restricted")}, nil},
		"the option, in such a namespace": {in("restricted", annotated(set, restricts, "Restricted")), nil},
		"the option, against what the source says": {
			[]string{annotated(inNamespace(pod("securityContext: {runAsUser: 0}"), "hpc"), restricts, "Restricted")},
			[]string{"MiniCluster/hpc/lammps: the option podSecurity=Restricted refuses its pods: runAsUser=0 (pod must not set runAsUser=0): change the fields that are named, or leave the option out"},
		},
		"the option for a MetricSet": {in("restricted", annotated(strings.Replace(alone, "latchkey.dev/ptrace: Auto", "latchkey.dev/ptrace: Never", 1), restricts, "Restricted")), nil},
		"the option for sidecars": {[]string{inNamespace(set, "hpc"), annotated(inNamespace(cpu, "hpc"), restricts, "Restricted")}, []string{
			"MetricSet/hpc/cpu: the option podSecurity=Restricted refuses the pods of MiniCluster/hpc/lammps: " +
				of(watcher, escalates+keeps+"); "+mayBeRoot+anyCall) + noRoot + ", or leave the option out",
		}},
		"a MetricSet cannot say it": {in("restricted", alone), []string{
			ms + forbids + own + of(`containers "app", "app-addon"`, escalates+keeps) + of("app", traces) +
				of(`containers "app", "app-addon"`, mayBeRoot+anyCall) + change,
		}},
	} {
		got := lines(process(t, listOf(test.items...), fn.Settings{}))
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
