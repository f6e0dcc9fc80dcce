package v1alpha2

import (
	"net/netip"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/utils/ptr"

	"github.com/latchkey-dev/latchkey/apis/findings"
)

// checkView checks the container that brings Flux.
func (v *judge) checkView() {
	view := &v.mc.Spec.Flux.Container
	v.Image(ViewPath.Child("image"), view.Image)
	v.Obey(ViewPath.Child("name"), view.Name, findings.Label)
	v.Obey(ViewPath.Child("imagePullSecret"), view.ImagePullSecret, findings.ObjectName)
	v.Directory(ViewPath.Child("workingDir"), view.WorkingDir)
	v.Text(ViewPath.Child("pythonPath"), view.PythonPath)
	v.checkResources(ViewPath.Child("resources"), view.Resources)
	v.HugePages(ViewPath.Child("resources"), view.Resources.Limits, view.Resources.Requests)
	v.checkSecurity(ViewPath.Child("securityContext"), view.SecurityContext)
	v.Directory(ViewPath.Child("mountPath"), view.MountPath)
}

func (v *judge) checkFlux() {
	flux := &v.mc.Spec.Flux
	v.checkWords(FluxPath.Child("submitCommand"), flux.SubmitCommand, "write a command, or leave it out")
	v.checkWords(FluxPath.Child("optionFlags"), flux.OptionFlags, "")
	v.Text(FluxPath.Child("wrap"), flux.Wrap)
	if duration := ptr.Deref(flux.ConnectTimeout, ""); duration != "" && !isDuration(duration) {
		v.Invalid(FluxPath.Child("connectTimeout"), duration, "%q is not a duration of Flux: write a number and ms, s, m, h or d, for example 5s", duration)
	}
	v.Choice(FluxPath.Child("scheduler", "queuePolicy"), flux.Scheduler.QueuePolicy, queuePolicies...)
	v.Between(FluxPath.Child("logLevel"), ptr.Deref(flux.LogLevel, DefaultLogLevel), -1, 7, "level of a message, 0 emergencies to 7 debugging, -1 none")
	// A shell exports these, and does not allow every name that Kubernetes allows.
	v.checkVariables(FluxPath.Child("environment"), flux.Environment, findings.Identifier)
	v.Directory(ArchivePath, v.mc.Spec.Archive.Path)
	if flux.CurveCert == "" {
		return
	}
	if err := checkCertificate(flux.CurveCert); err != nil {
		v.InvalidText(CurveCertPath, "it is not a CURVE certificate: %s; write the text of a file that flux keygen makes, or leave it out", err)
	}
}

// queuePolicies are those of flux-framework/flux-sched, doc/man5/flux-config-sched-fluxion-qmanager.rst.
var queuePolicies = []string{"conservative", "easy", "fcfs", "hybrid"}

// checkWords checks a list of words as a shell writes it. remedy is for a text without a word, which is allowed if it is "".
func (v *judge) checkWords(at *field.Path, text, remedy string) {
	words, err := SplitWords(text)
	switch {
	case err != nil:
		v.Invalid(at, text, "%q %s", text, err)
	case remedy != "" && text != "" && len(words) == 0:
		v.Invalid(at, text, "%q has no word: %s", text, remedy)
	}
}

// isDuration recognizes a duration of Flux, see flux-framework/flux-core, src/common/libutil/fsd.c: a number, and a unit.
func isDuration(duration string) bool {
	number := duration
	for _, unit := range []string{"ms", "s", "m", "h", "d"} {
		if cut, ok := strings.CutSuffix(duration, unit); ok {
			number = cut
			break
		}
	}
	_, err := strconv.ParseFloat(number, 64)
	return err == nil && strings.Trim(number, "0123456789.") == ""
}

// checkBursting checks the fields of the sets of a burst one by one. The generator's package judges them together.
func (v *judge) checkBursting() {
	if lead := v.mc.Spec.Flux.Bursting.LeadBroker; lead != (FluxBroker{}) {
		v.checkLeadBroker(BurstingPath.Child("leadBroker"), lead)
	}
	for i, cluster := range v.mc.Spec.Flux.Bursting.Clusters {
		at := BurstingPath.Child("clusters").Index(i)
		v.Obey(at.Child("name"), cluster.Name, findings.Label)
		v.Between(at.Child("size"), cluster.Size, 1, MaxPods, "number of pods of the cluster that joins")
	}
}

func (v *judge) checkLeadBroker(at *field.Path, lead FluxBroker) {
	switch {
	case lead.Address == "":
		v.Required(at.Child("address"), "there is no address: say at which host name or IPv4 address the lead broker is reached")
	case strings.Contains(lead.Address, ":") || !isAddress(lead.Address):
		v.Invalid(at.Child("address"), lead.Address, "%q is not a host name or IPv4 address: write it without port and protocol", lead.Address)
	}
	v.Need(at.Child("name"), lead.Name, "there is no name: name the lead's set, its host names are made from it")
	v.Obey(at.Child("name"), lead.Name, findings.Label)
	v.Between(at.Child("size"), lead.Size, 1, MaxPods, "number of pods of the lead's set")
	v.Between(at.Child("port"), lead.Port, 1, 65535, "port of the lead broker")
}

func isAddress(address string) bool {
	_, err := netip.ParseAddr(address)
	return err == nil || findings.ObjectName.Allows(address)
}
