package v1alpha2_test

import (
	"testing"

	corev1 "k8s.io/api/core/v1"
)

func TestValidateResources(t *testing.T) {
	t.Parallel()
	judged(t, []row{
		{
			name:   "requests above limits",
			change: runner(func(c *Container) { c.Resources = resources("cpu", "2", "4") }),
			errs: problems(
				invalid("spec.containers[0].resources.requests[cpu]", "4", `"4" is more than the limit, which is "2": request at most the limit`),
			),
		},
		{
			name:   "a negative quantity",
			change: runner(func(c *Container) { c.Resources = resources("memory", "-1Gi", "") }),
			errs: problems(
				invalid("spec.containers[0].resources.limits[memory]", "-1Gi", `"-1Gi" is negative: use 0 or more`),
			),
		},
		{
			name:   "no resource",
			change: runner(func(c *Container) { c.Resources = resources("gpu", "1", "") }),
			errs: problems(
				invalid("spec.containers[0].resources.limits[gpu]", "gpu", `"gpu" is not a resource: use cpu, memory, ephemeral-storage, hugepages-<size> or the name of a device, for example nvidia.com/gpu`),
			),
		},
		{
			name:   "a device without a limit",
			change: runner(func(c *Container) { c.Resources = resources("nvidia.com/gpu", "", "1") }),
			errs: problems(
				invalid("spec.containers[0].resources.requests[nvidia.com/gpu]", "1", `"nvidia.com/gpu" needs a limit of the same value: move it to limits`),
			),
		},
		{
			name:   "a device with another request",
			change: runner(func(c *Container) { c.Resources = resources("nvidia.com/gpu", "2", "1") }),
			errs: problems(
				invalid("spec.containers[0].resources.requests[nvidia.com/gpu]", "1", `"1" differs from the limit, which is "2": for "nvidia.com/gpu" both must be the same`),
			),
		},
		{
			name:   "half a device",
			change: runner(func(c *Container) { c.Resources = resources("nvidia.com/gpu", "500m", "") }),
			errs: problems(
				invalid("spec.containers[0].resources.limits[nvidia.com/gpu]", "500m", `"500m" is not a whole number, and devices cannot be split: use a whole number`),
			),
		},
		{
			name:   "huge pages alone",
			change: runner(func(c *Container) { c.Resources = resources("hugepages-2Mi", "4Mi", "4Mi") }),
			errs: problems(
				forbidden("spec.containers[0].resources", "huge pages need cpu or memory beside them: add one of the two"),
			),
		},
		{
			name:   "a part of a huge page",
			change: all(runner(func(c *Container) { c.Resources = resources("hugepages-2Mi", "3Mi", "") }), pod(func(p *PodSpec) { p.Resources = quantities("cpu", "1") })),
			errs: problems(
				invalid("spec.containers[0].resources.limits[hugepages-2Mi]", "3Mi", `"3Mi" is not a multiple of the page size of "hugepages-2Mi": use one`),
			),
		},
		{
			name:   "resource claims",
			change: runner(func(c *Container) { c.Resources.Claims = []corev1.ResourceClaim{{Name: "gpu"}} }),
			errs: problems(
				forbidden("spec.containers[0].resources.claims", "a MiniCluster has no resource claims to refer to: leave claims out"),
			),
		},
		{
			name:   "resources of the view",
			change: flux(func(f *FluxSpec) { f.Container.Resources = resources("cpu", "1", "2") }),
			errs: problems(
				invalid("spec.flux.container.resources.requests[cpu]", "2", `"2" is more than the limit, which is "1": request at most the limit`),
			),
		},
		{
			name:   "resources of the pod",
			change: pod(func(p *PodSpec) { p.Resources = quantities("cpu", "1", "memory", "-1") }),
			errs: problems(
				invalid("spec.pod.resources[memory]", "-1", `"-1" is negative: use 0 or more`),
			),
		},
		{
			name: "wrong ids",
			change: runner(func(c *Container) {
				c.SecurityContext = &corev1.SecurityContext{RunAsUser: new(int64(-1)), RunAsGroup: new(int64(1 << 31))}
			}),
			errs: problems(
				invalid("spec.containers[0].securityContext.runAsUser", int64(-1), "-1 is not an id: use 0 to 2147483647"),
				invalid("spec.containers[0].securityContext.runAsGroup", int64(2147483648), "2147483648 is not an id: use 0 to 2147483647"),
			),
		},
		{
			name: "root and not root",
			change: runner(func(c *Container) {
				c.SecurityContext = &corev1.SecurityContext{RunAsUser: new(int64(0)), RunAsNonRoot: new(true)}
			}),
			errs: problems(
				invalid("spec.containers[0].securityContext.runAsUser", int64(0), "0 is root, which runAsNonRoot excludes: use another user, or leave runAsNonRoot out"),
			),
		},
		{
			name: "privileged without escalation",
			change: runner(func(c *Container) {
				c.SecurityContext = &corev1.SecurityContext{Privileged: new(true), AllowPrivilegeEscalation: new(false)}
			}),
			errs: problems(
				invalid("spec.containers[0].securityContext.allowPrivilegeEscalation", false, "a privileged container can always escalate: leave it out, or set privileged: false"),
			),
		},
		{
			name: "CAP_SYS_ADMIN without escalation",
			change: runner(func(c *Container) {
				c.SecurityContext = &corev1.SecurityContext{AllowPrivilegeEscalation: new(false), Capabilities: &corev1.Capabilities{Add: []corev1.Capability{"CAP_SYS_ADMIN"}}}
			}),
			errs: problems(
				invalid("spec.containers[0].securityContext.allowPrivilegeEscalation", false, "a container with CAP_SYS_ADMIN can always escalate: leave one of the two out"),
			),
			warnings: problems(
				invalid("spec.containers[0].securityContext.capabilities.add[0]", "CAP_SYS_ADMIN", `"CAP_SYS_ADMIN" is not what runtimes call it: write "SYS_ADMIN"`),
			),
		},
		{
			name: "procMount",
			change: runner(func(c *Container) {
				c.SecurityContext = &corev1.SecurityContext{ProcMount: new(corev1.ProcMountType("All"))}
			}),
			errs: problems(
				notSupported("spec.containers[0].securityContext.procMount", "All", `"All" is unknown: choose one of "Default", "Unmasked"`),
			),
		},
		{
			name:   "seccomp without a type",
			change: runner(func(c *Container) { c.SecurityContext = seccomp("", nil) }),
			errs: problems(
				required("spec.containers[0].securityContext.seccompProfile.type", "there is no type: use RuntimeDefault, Unconfined or Localhost"),
			),
		},
		{
			name:   "an unknown type of seccomp",
			change: runner(func(c *Container) { c.SecurityContext = seccomp("Default", nil) }),
			errs: problems(
				notSupported("spec.containers[0].securityContext.seccompProfile.type", "Default", `"Default" is unknown: choose one of "Localhost", "RuntimeDefault", "Unconfined"`),
			),
		},
		{
			name:   "seccomp without its file",
			change: runner(func(c *Container) { c.SecurityContext = seccomp("Localhost", nil) }),
			errs: problems(
				required("spec.containers[0].securityContext.seccompProfile.localhostProfile", "the type Localhost needs the file of the profile: name it"),
			),
		},
		{
			name:   "seccomp with a file too many",
			change: runner(func(c *Container) { c.SecurityContext = seccomp("RuntimeDefault", new("a.json")) }),
			errs: problems(
				invalid("spec.containers[0].securityContext.seccompProfile.localhostProfile", "a.json", `"a.json" is only for the type Localhost: leave it out`),
			),
		},
		{
			name:   "the security context of the view",
			change: flux(func(f *FluxSpec) { f.Container.SecurityContext = &corev1.SecurityContext{RunAsUser: new(int64(-1))} }),
			errs: problems(
				invalid("spec.flux.container.securityContext.runAsUser", int64(-1), "-1 is not an id: use 0 to 2147483647"),
			),
		},
		{
			name: "the security context of the pod",
			change: pod(func(p *PodSpec) {
				p.SecurityContext = &corev1.PodSecurityContext{FSGroup: new(int64(-1)), SupplementalGroups: []int64{-2}, FSGroupChangePolicy: new(corev1.PodFSGroupChangePolicy("Never"))}
			}),
			errs: problems(
				invalid("spec.pod.securityContext.fsGroup", int64(-1), "-1 is not an id: use 0 to 2147483647"),
				invalid("spec.pod.securityContext.supplementalGroups[0]", int64(-2), "-2 is not an id: use 0 to 2147483647"),
				notSupported("spec.pod.securityContext.fsGroupChangePolicy", "Never", `"Never" is unknown: choose one of "Always", "OnRootMismatch"`),
			),
		},
	})
}
