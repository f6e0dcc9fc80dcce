package v1alpha2_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/yaml"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/internal/apitest"
)

// securityProblems judges a set with the security context of its pods, or of its runner.
func securityProblems(t *testing.T, change change) []string {
	t.Helper()
	mc := &MiniCluster{
		ObjectMeta: metav1.ObjectMeta{Name: "lammps"},
		Spec:       Spec{Containers: []Container{{Image: "lammps:stable", Command: "lmp"}}},
	}
	change(mc)
	mc.Default()
	errs, warnings := mc.Validate(latchkey.Options{})
	return apitest.Messages(append(errs, warnings...)...)
}

func written[T any](t *testing.T, text string) *T {
	t.Helper()
	var context T
	if err := yaml.UnmarshalStrict([]byte(text), &context); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return &context
}

// Rules that hold for pods and containers alike.
var sharedSecurity = []struct{ written, field, want string }{
	{"seccompProfile: {type: Localhost, localhostProfile: a/b.json}", "", ""},
	{"seccompProfile: {type: Localhost, localhostProfile: ..a/b..}", "", ""},
	{"seccompProfile: {type: Localhost, localhostProfile: /a}", "seccompProfile.localhostProfile", `"/a" leaves the directory of the profiles: use a path below it, without "/" at the beginning and without ".."`},
	{"seccompProfile: {type: Localhost, localhostProfile: ..}", "seccompProfile.localhostProfile", `".." leaves the directory of the profiles: use a path below it, without "/" at the beginning and without ".."`},
	{"seccompProfile: {type: Localhost, localhostProfile: a/../b}", "seccompProfile.localhostProfile", `"a/../b" leaves the directory of the profiles: use a path below it, without "/" at the beginning and without ".."`},
	{"appArmorProfile: {type: RuntimeDefault}", "", ""},
	{"appArmorProfile: {type: Localhost, localhostProfile: /a/../b}", "", ""},
	{"appArmorProfile: {}", "appArmorProfile.type", "there is no type: use RuntimeDefault, Unconfined or Localhost"},
	{"appArmorProfile: {type: runtime/default}", "appArmorProfile.type", `"runtime/default" is unknown: choose one of "Localhost", "RuntimeDefault", "Unconfined"`},
	{"appArmorProfile: {type: Localhost}", "appArmorProfile.localhostProfile", "the type Localhost needs the file of the profile: name it"},
	{"appArmorProfile: {type: Localhost, localhostProfile: ''}", "appArmorProfile.localhostProfile", "the type Localhost needs the file of the profile: name it"},
	{"appArmorProfile: {type: Localhost, localhostProfile: ' a'}", "appArmorProfile.localhostProfile", `" a" has blanks at an end: write the profile without them`},
	{"appArmorProfile: {type: Localhost, localhostProfile: " + strings.Repeat("a", 4096) + "}", "appArmorProfile.localhostProfile", "it has 4096 characters and may have 4095: use a shorter name"},
	{"appArmorProfile: {type: Unconfined, localhostProfile: a}", "appArmorProfile.localhostProfile", `"a" is only for the type Localhost: leave it out`},
	{"windowsOptions: {runAsUserName: ContainerUser}", "windowsOptions", "it is for pods of Windows, and those of a set run on Linux: leave it out"},
	{"windowsOptions: {hostProcess: true}", "windowsOptions", "it is for pods of Windows, and those of a set run on Linux: leave it out"},
	{"windowsOptions: {gmsaCredentialSpec: ''}", "windowsOptions", "it is for pods of Windows, and those of a set run on Linux: leave it out"},
}

func TestValidateSecurityOfContainers(t *testing.T) {
	t.Parallel()
	for _, row := range append(sharedSecurity, []struct{ written, field, want string }{
		{"procMount: Default", "", ""},
		{"procMount: ''", "procMount", "it is empty: leave it out, or use Default or Unmasked"},
		{"procMount: default", "procMount", `"default" is unknown: choose one of "Default", "Unmasked"`},
		{"procMount: Unmasked", "procMount", `"Unmasked" needs pods with users of their own (hostUsers: false), for which there is no field: leave it out`},
	}...) {
		context := written[corev1.SecurityContext](t, row.written)
		for place, change := range map[string]change{
			"spec.containers[0]":  runner(func(c *Container) { c.SecurityContext = context }),
			"spec.services[0]":    withService(func(c *Container) { c.SecurityContext = context }),
			"spec.flux.container": flux(func(f *FluxSpec) { f.Container.SecurityContext = context }),
		} {
			var want []string
			if row.want != "" {
				want = []string{place + ".securityContext." + row.field + ": " + row.want}
			}
			if diff := cmp.Diff(want, securityProblems(t, change)); diff != "" {
				t.Errorf("%s at %s (-want +got):\n%s", row.written, place, diff)
			}
		}
	}
}

func TestValidateSecurityOfPods(t *testing.T) {
	t.Parallel()
	const ipc = " belongs to the IPC namespace, which is the node's (hostIPC): leave one of the two out"
	for _, row := range append(sharedSecurity, []struct{ written, field, want string }{
		{"fsGroupChangePolicy: Always", "", ""},
		{"fsGroupChangePolicy: ''", "fsGroupChangePolicy", "it is empty: leave it out, or use OnRootMismatch or Always"},
		{"fsGroupChangePolicy: always", "fsGroupChangePolicy", `"always" is unknown: choose one of "Always", "OnRootMismatch"`},
		{"supplementalGroupsPolicy: Strict", "", ""},
		{"supplementalGroupsPolicy: ''", "supplementalGroupsPolicy", "it is empty: leave it out, or use Merge or Strict"},
		{"supplementalGroupsPolicy: strict", "supplementalGroupsPolicy", `"strict" is unknown: choose one of "Merge", "Strict"`},
		{"seLinuxChangePolicy: Recursive", "", ""},
		{"seLinuxChangePolicy: ''", "seLinuxChangePolicy", "it is empty: leave it out, or use Recursive"},
		{"seLinuxChangePolicy: MountOption", "seLinuxChangePolicy", `"MountOption" is unknown: choose one of "Recursive"`},
		{"sysctls: [{name: net.core.somaxconn, value: '1'}, {name: net/ipv4/conf/eth0.1/forwarding, value: '1'}]", "", ""},
		{"sysctls: [{name: fs.mqueueing, value: '1'}, {name: kernel.shmx, value: '1'}]", "", ""},
		{"sysctls: [{value: '1'}]", "sysctls[0].name", "the sysctl has no name: write one, for example net.core.somaxconn"},
		{"sysctls: [{name: a}]", "sysctls[0].value", `the sysctl has no value: write it as text, for example "1"`},
		{"sysctls: [{name: a, value: '1'}, {name: a, value: '1'}]", "sysctls[1].name", `"a" is in the list already: leave one of the two out`},
		{"sysctls: [{name: Net.core, value: '1'}]", "sysctls[0].name", `"Net.core" is not the name of a sysctl: use at most 253 lower-case letters, digits, "-" and "_" between dots or slashes`},
		{"sysctls: [{name: a., value: '1'}]", "sysctls[0].name", `"a." is not the name of a sysctl: use at most 253 lower-case letters, digits, "-" and "_" between dots or slashes`},
		{"sysctls: [{name: kernel.shm_rmid_forced, value: '1'}]", "sysctls[0].name", `"kernel.shm_rmid_forced"` + ipc},
		{"sysctls: [{name: kernel/msgmax, value: '1'}]", "sysctls[0].name", `"kernel/msgmax"` + ipc},
		{"sysctls: [{name: fs.mqueue.msg_max, value: '1'}]", "sysctls[0].name", `"fs.mqueue.msg_max"` + ipc},
	}...) {
		var want []string
		if row.want != "" {
			want = []string{"spec.pod.securityContext." + row.field + ": " + row.want}
		}
		context := written[corev1.PodSecurityContext](t, row.written)
		problems := securityProblems(t, pod(func(p *PodSpec) { p.SecurityContext, p.HostIPC = context, strings.HasSuffix(row.want, ipc) }))
		if diff := cmp.Diff(want, problems); diff != "" {
			t.Errorf("%s (-want +got):\n%s", row.written, diff)
		}
	}
}

// TestResourceNames accepts the names that an API server accepts for resources of a container.
func TestResourceNames(t *testing.T) {
	t.Parallel()
	for name, good := range map[string]bool{
		"deviceclass.resource.kubernetes.io/gpu.example.com": true,
		"kubernetes.io/batteries":                            true,
		"x.kubernetes.io/y":                                  true,
		"amd.com/gpu":                                        true,
		"deviceclass.resource.kubernetes.io/":                false,
		"deviceclass.resource.kubernetes.io/a/b":             false,
		"-.kubernetes.io/a":                                  false,
		"requests.nvidia.com/gpu":                            false,
		"pods":                                               false,
	} {
		problems := securityProblems(t, runner(func(c *Container) { c.Resources = resources(name, "1", "") }))
		if (len(problems) == 0) != good {
			t.Errorf("%s: %v", name, problems)
		}
	}
}

// TestNodeAffinityWithoutLabel wants an error about a missing label.
func TestNodeAffinityWithoutLabel(t *testing.T) {
	t.Parallel()
	problems := securityProblems(t, pod(func(p *PodSpec) { p.NodeAffinity = map[string][]string{"": {"a"}} }))
	want := []string{"spec.pod.nodeAffinity[]: there is no label: name the one that a node must have, for example topology.kubernetes.io/zone"}
	if diff := cmp.Diff(want, problems); diff != "" {
		t.Errorf("problems (-want +got):\n%s", diff)
	}
}
