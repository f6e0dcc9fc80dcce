package minicluster_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/minicluster"
	"github.com/latchkey-dev/latchkey/internal/testing/podtest"
)

func TestObjects(t *testing.T) {
	t.Parallel()
	const two = "{size: 2, containers: [{image: a, command: b}]}"
	tests := []struct {
		name, spec string
		options    latchkey.Options
		want       []string
	}{
		{name: "two brokers make their key", spec: two, want: []string{
			"Secret/lammps-curve", "ServiceAccount/lammps-keygen", "Role/lammps-keygen", "RoleBinding/lammps-keygen",
			"ConfigMap/lammps-entrypoint-HASH", "Service/lammps", "JobSet/lammps",
		}},
		{name: "one broker needs no key", spec: "{containers: [{image: a}]}", want: []string{
			"ConfigMap/lammps-entrypoint-HASH", "Service/lammps", "JobSet/lammps",
		}},
		{name: "maxSize makes hosts, and hosts need a key", spec: "{maxSize: 2, containers: [{image: a}]}", want: []string{
			"Secret/lammps-curve", "ServiceAccount/lammps-keygen", "Role/lammps-keygen", "RoleBinding/lammps-keygen",
			"ConfigMap/lammps-entrypoint-HASH", "Service/lammps", "JobSet/lammps",
		}},
		{name: "a key of one's own", spec: two, options: latchkey.Options{CurveSecret: "mine"}, want: []string{
			"ConfigMap/lammps-entrypoint-HASH", "Service/lammps", "JobSet/lammps",
		}},
		{name: "an inline key is a Secret", spec: "{size: 2, flux: {curveCert: x}, containers: [{image: a}]}", want: []string{
			"Secret/lammps-curve", "ConfigMap/lammps-entrypoint-HASH", "Service/lammps", "JobSet/lammps",
		}},
		{name: "a sidecar with ports has a Service", spec: "{containers: [{image: a, runFlux: true}, {name: web, image: b, ports: [80]}]}", want: []string{
			"ConfigMap/lammps-entrypoint-HASH", "Service/lammps", "Service/web", "JobSet/lammps",
		}},
		{name: "a plain Job", spec: two, options: latchkey.Options{Workload: latchkey.WorkloadJob}, want: []string{
			"Secret/lammps-curve", "ServiceAccount/lammps-keygen", "Role/lammps-keygen", "RoleBinding/lammps-keygen",
			"ConfigMap/lammps-entrypoint-HASH", "Service/lammps", "Job/lammps",
		}},
		{
			name:    "a plain Job that has an account already",
			spec:    "{size: 2, pod: {serviceAccountName: me}, services: [{name: db, image: c}], containers: [{image: a}]}",
			options: latchkey.Options{Workload: latchkey.WorkloadJob},
			want: []string{
				"Secret/lammps-curve", "Role/lammps-keygen", "RoleBinding/lammps-keygen",
				"ConfigMap/lammps-entrypoint-HASH", "Service/lammps", "Job/lammps", "Job/lammps-services",
			},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(test.want, expand(t, test.spec, test.options).names()); diff != "" {
				t.Errorf("objects (-want +got):\n%s", diff)
			}
		})
	}
}

// specs are MiniClusters that together use every builder, for properties that
// must hold for all of them.
func specs(t *testing.T) map[string]string {
	t.Helper()
	files, err := filepath.Glob("testdata/specs/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no specs: %v", err)
	}
	all := map[string]string{}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all[strings.TrimSuffix(filepath.Base(file), ".yaml")] = string(data)
	}
	return all
}

func everyOption() map[string]latchkey.Options {
	return map[string]latchkey.Options{
		"defaults": {},
		"job":      {Workload: latchkey.WorkloadJob},
		"gang":     {Gang: latchkey.GangPodGroup, Placement: "lab/rack"},
		"require":  {Spread: latchkey.SpreadRequire, Queue: "q", NetworkPolicy: latchkey.NetworkPolicySet},
		"secret":   {CurveSecret: "mine"},
		"rename":   {OnChange: latchkey.OnChangeRename},
		"recreate": {OnChange: latchkey.OnChangeRecreate},
	}
}

// forAll runs a check on every spec with every set of options.
func forAll(t *testing.T, check func(t *testing.T, mc *v1alpha2.MiniCluster, options latchkey.Options)) {
	t.Helper()
	for name, spec := range specs(t) {
		for optionName, options := range everyOption() {
			t.Run(name+"/"+optionName, func(t *testing.T) {
				t.Parallel()
				mc := read(t, spec)
				options = minicluster.Options(mc).Merge(options)
				options.Default()
				check(t, mc, options)
			})
		}
	}
}

func TestExpandIsPure(t *testing.T) {
	t.Parallel()
	forAll(t, func(t *testing.T, mc *v1alpha2.MiniCluster, options latchkey.Options) {
		before := mc.DeepCopy()
		first := minicluster.Expand(mc, options)
		if diff := cmp.Diff(before, mc); diff != "" {
			t.Errorf("the MiniCluster has changed (-before +after):\n%s", diff)
		}
		if diff := cmp.Diff(first, minicluster.Expand(mc, options)); diff != "" {
			t.Errorf("a second run differs (-first +second):\n%s", diff)
		}
	})
}

func TestReferencesResolve(t *testing.T) {
	t.Parallel()
	forAll(t, func(t *testing.T, mc *v1alpha2.MiniCluster, options latchkey.Options) {
		podtest.CheckReferences(t, minicluster.Expand(mc, options), "lammps")
	})
}

func TestOnlyTheRunnerSeesTheKey(t *testing.T) {
	t.Parallel()
	forAll(t, func(t *testing.T, mc *v1alpha2.MiniCluster, options latchkey.Options) {
		for _, pod := range podtest.Pods(minicluster.Expand(mc, options)) {
			for _, container := range slices.Concat(pod.Spec.InitContainers, pod.Spec.Containers) {
				for _, mount := range container.VolumeMounts {
					if mount.Name == "latchkey-curve" && container.Name != mc.Name && container.Name != "keygen" {
						t.Errorf("container %q mounts the key", container.Name)
					}
					if mount.Name == "latchkey-token" && container.Name != "keygen" {
						t.Errorf("container %q mounts the token", container.Name)
					}
				}
			}
		}
	})
}
