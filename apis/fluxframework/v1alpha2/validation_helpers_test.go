package v1alpha2_test

import (
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/internal/apitest/rows"
)

type (
	FluxBroker      = v1alpha2.FluxBroker
	BurstedCluster  = v1alpha2.BurstedCluster
	MiniCluster     = v1alpha2.MiniCluster
	Spec            = v1alpha2.MiniClusterSpec
	Container       = v1alpha2.Container
	ContainerVolume = v1alpha2.ContainerVolume
	Commands        = v1alpha2.Commands
	Secret          = v1alpha2.Secret
	PodSpec         = v1alpha2.PodSpec
	Toleration      = v1alpha2.Toleration
	FluxSpec        = v1alpha2.FluxSpec
	FluxContainer   = v1alpha2.FluxContainer
	Scheduler       = v1alpha2.Scheduler
	Bursting        = v1alpha2.Bursting
)

// row is a change of a set with four pods, and the problems after it.
type row struct {
	name           string
	change         change
	opts           latchkey.Options
	errs, warnings field.ErrorList
}

// The changes and problems of rows.
var (
	all          = rows.All
	named        = rows.Named
	spec         = rows.Spec
	flux         = rows.Flux
	pod          = rows.Pod
	runner       = rows.Runner
	volume       = rows.Volume
	withSidecar  = rows.WithSidecar
	withService  = rows.WithService
	bursting     = rows.Bursting
	quantities   = rows.Quantities
	resources    = rows.Resources
	problems     = rows.Problems
	invalid      = rows.Invalid
	text         = rows.Text
	duplicate    = rows.Duplicate
	notSupported = rows.NotSupported
	required     = rows.Required
	forbidden    = rows.Forbidden
)

type change = rows.Change

func judged(t *testing.T, all []row) {
	t.Helper()
	for _, row := range all {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			validate := func(mc *MiniCluster) (errs, warnings field.ErrorList) { return mc.Validate(row.opts) }
			rows.Check(t, row.change, validate, row.errs, row.warnings)
		})
	}
}

func seccomp(kind corev1.SeccompProfileType, file *string) *corev1.SecurityContext {
	return &corev1.SecurityContext{SeccompProfile: &corev1.SeccompProfile{Type: kind, LocalhostProfile: file}}
}
