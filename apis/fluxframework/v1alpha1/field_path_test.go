package v1alpha1_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha1"
)

// TestInOwnFields wants problems of the converted object to have the paths of the fields that the user wrote.
func TestInOwnFields(t *testing.T) {
	t.Parallel()
	mc := newSet()
	mc.Spec.Containers[0].Volumes = map[string]v1alpha1.ContainerVolume{"made": {Path: "a"}}
	mc.Spec.Containers[0].ExistingVolumes = map[string]v1alpha1.ExistingVolume{"there": {Path: "b", ClaimName: "c"}}
	mc.Spec.Containers[0].FluxUser.UID = new(int64(-1))
	mc.Spec.Containers[1].Commands.RunFluxAsRoot = true
	for converted, want := range map[string]string{
		"spec.size":                                              "spec.size",
		"spec.containers[0].volumes[made].path":                  "spec.containers[0].volumes[made].path",
		"spec.containers[0].volumes[made].claimName":             "spec.containers[0].volumes[made]",
		"spec.containers[0].volumes[there].claimName":            "spec.containers[0].existingVolumes[there].claimName",
		"spec.containers[0].securityContext.runAsUser":           "spec.containers[0].fluxUser.uid",
		"spec.containers[1].securityContext.runAsUser":           "spec.containers[1].commands.runFluxAsRoot",
		"spec.containers[1].securityContext.capabilities.add[1]": "spec.containers[1].securityContext.addCapabilities[1]",
		"spec.containers[1].noWrapEntrypoint":                    "spec.containers[1].command",
		"spec.services[0].commands.servicePre":                   "spec.services[0].commands",
		"spec.services[0].name":                                  "spec.services[0].name",
		"spec.services[9].name":                                  "spec.services[9].name",
	} {
		problems := field.ErrorList{{Type: field.ErrorTypeInvalid, Field: converted, BadValue: 1, Detail: "a"}}
		wanted := field.ErrorList{{Type: field.ErrorTypeInvalid, Field: want, BadValue: 1, Detail: "a"}}
		if diff := cmp.Diff(wanted, mc.InOwnFields(problems)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", converted, diff)
		}
		if problems[0].Field != converted {
			t.Errorf("%s: the problem itself was changed", converted)
		}
	}
}
