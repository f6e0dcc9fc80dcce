package v1alpha1

import (
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/utils/ptr"

	"github.com/latchkey-dev/latchkey/apis/findings"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

// Paths of fields, for problems and tests.
var (
	specPath       = field.NewPath("spec")
	containersPath = specPath.Child("containers")
	servicesPath   = specPath.Child("services")
	volumesPath    = specPath.Child("volumes")
	fluxPath       = specPath.Child("flux")
)

// judge checks the fields of a MiniCluster that only v1alpha1 has.
type judge struct {
	findings.Findings
	mc *MiniCluster
}

// Validate returns the problems of a MiniCluster that v1alpha2 cannot see: rules of v1alpha1 only, and values that the
// conversion cannot read. Default must have run. The others are found after [MiniCluster.ConvertTo], and
// [MiniCluster.InOwnFields] gives them the paths of v1alpha1.
//
// The object is not changed. The options have no influence.
func (mc *MiniCluster) Validate(latchkey.Options) (errs, warnings field.ErrorList) {
	v := &judge{mc: mc}
	for _, name := range findings.SortedKeys(mc.Spec.Volumes) {
		v.checkVolume(volumesPath.Key(name), name, mc.Spec.Volumes[name])
	}
	for i := range mc.Spec.Containers {
		v.checkContainer(&mc.Spec.Containers[i], containersPath.Index(i))
	}
	for i := range mc.Spec.Services {
		service, at := &mc.Spec.Services[i], servicesPath.Index(i)
		v.checkContainer(service, at)
		v.checkServiceHooks(service, at.Child("commands"))
	}
	v.checkQuantities(specPath.Child("pod", "resources"), mc.Spec.Pod.Resources)
	v.checkFlux()
	return v.Errors, v.Warnings
}

func (v *judge) checkFlux() {
	flux := v.mc.Spec.Flux
	v.Obey(fluxPath.Child("curveCertSecret"), flux.CurveCertSecret, findings.ObjectName)
	if flux.CurveCertSecret != "" && flux.CurveCert != "" {
		v.Invalid(fluxPath.Child("curveCertSecret"), flux.CurveCertSecret, "curveCert holds a certificate too: leave one of the two out")
	}
	v.Directory(fluxPath.Child("installRoot"), flux.InstallRoot)
	if flux.MungeSecret != "" {
		v.Warn(fluxPath.Child("mungeSecret"), flux.MungeSecret, "it has no effect, since all brokers belong to one user: leave it out")
	}
	if len(v.mc.Spec.Users) > 0 {
		v.Warn(specPath.Child("users"), len(v.mc.Spec.Users), "they have no effect, since a set belongs to one user: leave them out")
	}
	if v.mc.Spec.FluxRestful != (FluxRestful{}) {
		v.WarnText(specPath.Child("fluxRestful"), "it has no effect, since nothing is downloaded as pods run: connect to the interactive set, or run a REST server from an image, as a sidecar")
	}
}

func (v *judge) checkContainer(c *Container, at *field.Path) {
	resources := at.Child("resources")
	v.checkQuantities(resources.Child("limits"), c.Resources.Limits)
	v.checkQuantities(resources.Child("requests"), c.Resources.Requests)
	v.checkMounts(c, at)
	if c.Cores < 0 {
		v.Invalid(at.Child("cores"), c.Cores, "%d is too small: use 1 or more (cores per node that Flux gives out), or leave it out", c.Cores)
	}
	if user := c.FluxUser.Name; user != "" && user != "flux" && c.FluxUser.UID == nil {
		v.Warn(at.Child("fluxUser", "name"), user, "%q has no effect, since no user is added to the image: name a user of the image by fluxUser.uid", user)
	}
	if uid := c.FluxUser.UID; uid != nil && c.Commands.RunFluxAsRoot && *uid != 0 {
		v.Warn(at.Child("fluxUser", "uid"), *uid, "%d has no effect beside commands.runFluxAsRoot: leave one of the two out", *uid)
	}
	if c.Diagnostics {
		v.Warn(at.Child("diagnostics"), true, "it has no effect: leave it out; the command flux overlay status, with launcher: true, prints facts about Flux")
	}
	if !ptr.Deref(c.RunFlux, false) {
		v.checkSidecar(c, at)
	}
}

// checkSidecar checks a container beside the runner. v1alpha1 ran the hooks of a sidecar only if it had a command.
func (v *judge) checkSidecar(c *Container, at *field.Path) {
	hooks := c.Commands
	if c.Command == "" && (hooks.Init != "" || hooks.Pre != "" || hooks.BrokerPre != "" || hooks.WorkerPre != "" || hooks.Post != "") {
		v.Required(at.Child("command"), "a container beside the runner has hooks only together with a command: write the command, or leave commands out")
	}
	if c.Cores > 0 {
		v.Warn(at.Child("cores"), c.Cores, "%d has no effect on a container that does not run Flux: leave it out", c.Cores)
	}
}

// checkServiceHooks refuses hooks of brokers in services, as flux-framework/flux-operator does.
func (v *judge) checkServiceHooks(c *Container, at *field.Path) {
	for _, hook := range []struct{ name, text string }{
		{"pre", c.Commands.Pre},
		{"brokerPre", c.Commands.BrokerPre},
		{"workerPre", c.Commands.WorkerPre},
	} {
		if hook.text != "" {
			v.Forbidden(at.Child(hook.name), "a service has no broker: use commands.init")
		}
	}
}
