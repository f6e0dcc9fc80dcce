package apis_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha1"
	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	"github.com/latchkey-dev/latchkey/internal/apitest"
)

// TestOlderFields reads fields that releases had under the same version name, and wants warnings.
func TestOlderFields(t *testing.T) {
	t.Parallel()
	const name = "spec.containers[0].securityContext.addCapabilities"
	for _, row := range []struct {
		text string
		want []corev1.Capability
		errs []string
	}{
		{text: "{privileged: false, addCapabilities: [SYS_PTRACE, NET_RAW]}", want: []corev1.Capability{"SYS_PTRACE", "NET_RAW"}},
		{text: "{addCapabilities: [A], capabilities: {drop: [ALL]}}", want: []corev1.Capability{"A"}},
		{text: "{addCapabilities: [A], capabilities: {add: [B]}}", want: []corev1.Capability{"B", "A"}},
		{text: "{addCapabilities: []}"},
		{text: "{addCapabilities: A}", errs: []string{`spec.containers[0].securityContext.capabilities.add: "A" is a string: use a list, with a dash before each item`}},
		{text: "{addCapabilities: [A], capabilities: {add: B}}", errs: []string{
			name + `: unknown field: did you mean "capabilities"?`,
			`spec.containers[0].securityContext.capabilities.add: "B" is a string: use a list, with a dash before each item`,
		}},
	} {
		var mc v1alpha2.MiniCluster
		text := "{metadata: {name: a}, spec: {containers: [{image: a, command: b, securityContext: " + row.text + "}]}}"
		errs := decode(t, text, &mc)
		if diff := cmp.Diff(row.errs, apitest.Messages(errs...)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", row.text, diff)
		}
		if len(row.errs) > 0 {
			continue
		}
		var got []corev1.Capability
		if added := mc.Spec.Containers[0].SecurityContext.Capabilities; added != nil && len(added.Add) > 0 {
			got = added.Add
		}
		if diff := cmp.Diff(row.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", row.text, diff)
		}
		if diff := cmp.Diff([]string{"securityContext.addCapabilities"}, mc.Spec.Containers[0].Older); diff != "" {
			t.Errorf("%s (-want +got):\n%s", row.text, diff)
		}
	}
}

// TestOlderMetrics does the same for fields of the Metrics Operator.
func TestOlderMetrics(t *testing.T) {
	t.Parallel()
	var ms v1alpha1.MetricSet
	if errs := decode(t, "{spec: {metrics: [{name: perf-sysstat, rate: 2, completions: 3, options: {pids: 'true'}}]}}", &ms); len(errs) > 0 {
		t.Fatal(errs)
	}
	want := map[string]v1alpha2.OptionValue{"rate": "2", "completions": "3", "pids": "true"}
	if diff := cmp.Diff(want, ms.Spec.Metrics[0].Options); diff != "" {
		t.Errorf("options (-want +got):\n%s", diff)
	}
	if older := ms.Spec.Metrics[0].Older; len(older) != 2 {
		t.Errorf("older fields %q", older)
	}
}

// TestRequiredFields wants errors about required fields that are missing, although their zero value is allowed.
func TestRequiredFields(t *testing.T) {
	t.Parallel()
	lead := []string{
		"spec.flux.bursting.leadBroker.address: there is no address: say at which host name or IPv4 address the lead broker is reached",
		"spec.flux.bursting.leadBroker.name: there is no name: name the lead's set, its host names are made from it",
		"spec.flux.bursting.leadBroker.size: there is no size: write the number of pods of the lead's set",
	}
	const privileged = ".securityContext.privileged: it is missing: write true or false, or leave the securityContext out"
	const path = "spec.volumes[a].path: there is no path: name the directory of the node, for example /data; for another storageClass than hostpath any text will do"
	for _, row := range []struct {
		text string
		into any
		want []string
	}{
		{"{spec: {users: [{}, {name: a}, {name: ''}, {name: null}]}}", &v1alpha1.MiniCluster{}, []string{
			"spec.users[0].name: the user has no name: write one, or leave the user out",
			"spec.users[3].name: the user has no name: write one, or leave the user out",
		}},
		{"{spec: {volumes: {a: {storageClass: csi}, b: {storageClass: csi, path: ''}}}}", &v1alpha1.MiniCluster{}, []string{path}},
		{"{spec: {flux: {bursting: {leadBroker: {}}}}}", &v1alpha1.MiniCluster{}, lead},
		{"{spec: {flux: {bursting: {leadBroker: {}}}}}", &v1alpha2.MiniCluster{}, lead},
		{"{spec: {flux: {bursting: {leadBroker: null}}}}", &v1alpha2.MiniCluster{}, nil},
		{"{spec: {application: {attributes: {securityContext: {}}}}}", &v1alpha1.MetricSet{}, []string{"spec.application.attributes" + privileged}},
		{"{spec: {metrics: [{attributes: {securityContext: {}}}]}}", &v1alpha1.MetricSet{}, []string{"spec.metrics[0].attributes" + privileged}},
		{"{spec: {metrics: [{attributes: {securityContext: {privileged: false}}}]}}", &v1alpha1.MetricSet{}, nil},
		{"{spec: {metrics: [{attributes: {}}]}}", &v1alpha1.MetricSet{}, nil},
	} {
		if diff := cmp.Diff(row.want, apitest.Messages(decode(t, row.text, row.into)...)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", row.text, diff)
		}
	}
}
