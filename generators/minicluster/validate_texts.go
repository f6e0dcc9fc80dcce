package minicluster

import (
	"fmt"
	"regexp"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
)

// warnOfHostNames warns of host names in the user's texts that do not exist: names that pods have with another workload or in
// the Flux Operator, and the Service flux-service of v1alpha1.
func (v *validator) warnOfHostNames() {
	named := false // a text needs the old Service
	for _, one := range v.readTexts() {
		if host := v.strangeHost(one.Value); host != "" {
			v.Warn(one.At, host, "%q is not a pod of this set: %s", host, v.hostAdvice())
		}
		if strings.Contains(one.Value, "."+oldService+".") {
			named = true
			if service := v.serviceName(); service != oldService {
				v.Warn(one.At, oldService, "%q is not the Service of this set, which is %q: use that name, or set network.headlessName: %s", oldService, service, oldService)
			}
		}
	}
	if !named {
		v.warnOfOldService()
	}
	v.warnOfEscapes()
}

// warnOfOldService warns of the name that a saved object may have: it was a default of the CRD, see
// flux-framework/flux-operator 0a119ba, api/v1alpha2/minicluster_types.go, Network. A Service selects the pods of one set, so
// the set that is applied last takes it. In v1alpha1 it still is the default. Most files of v1alpha1 do not write it, and their
// authors could not follow a warning about it.
func (v *validator) warnOfOldService() {
	ofOldVersion := v.mc.Legacy.InstallRoot != ""
	if v.serviceName() == oldService && v.mc.Name != oldService && !ofOldVersion {
		v.Warn(v1alpha2.SpecPath.Child("network", "headlessName"), oldService, "older versions of the Flux Operator write this name into every set, and a second set of the namespace with this Service takes the host names of the first away: leave headlessName out, and the Service is called %q", v.mc.Name)
	}
}

// checkHostLists refuses such host names where the user lists the hosts: the broker of a pod that is not listed ends at once.
func (v *validator) checkHostLists() {
	flux := v.mc.Spec.Flux
	for _, one := range []v1alpha2.Text{
		{At: configPath, Value: flux.BrokerConfig},
		{At: v1alpha2.BurstingPath.Child("hostlist"), Value: flux.Bursting.Hostlist},
	} {
		if host := v.strangeHost(one.Value); host != "" {
			v.Invalid(one.At, host, "%q is not a pod of this set: %s", host, v.hostAdvice())
		}
	}
}

// hostAdvice gives the host names of this set, or says how to find them in a pod.
func (v *validator) hostAdvice() string {
	switch {
	case v.Renames():
		return `with onChange: Rename their names hold a hash that changes with the set; take them from "flux getattr hostlist", or use another onChange`
	case v.UsesJob():
		return fmt.Sprintf("with workload Job they are called %q; use that name, or workload JobSet", v.hosts())
	default:
		return fmt.Sprintf("they are called %q; use that name, or workload Job, which keeps the old ones", v.hosts())
	}
}

// oldService is the default name of the Service in v1alpha1.
const oldService = "flux-service"

// strangeHost finds a name in a text that looks like a pod of this set and is not one, or a hostlist of such names. The pods of
// a Job are called <set>-<index>, and the pods of a JobSet <set>-m-0-<index>. With a hash after the set's name both are wrong.
func (v *validator) strangeHost(text string) string {
	if v.mc.Name == "" || !strings.Contains(text, v.mc.Name+"-") { // as in most texts, and an expression is slow to make
		return ""
	}
	pod := regexp.QuoteMeta(v.mc.Name) + "-"
	switch job := brokerJob + "-0-"; {
	case v.Renames():
		pod += "(?:" + job + ")?"
	case v.UsesJob():
		pod += job
	}
	names := regexp.MustCompile(`(?:^|[^-a-zA-Z0-9])(?:(` + pod + `\[[-0-9,]+\])|(` + pod + `[0-9]+)(?:$|[^-a-zA-Z0-9]))`)
	if found := names.FindStringSubmatch(text); found != nil {
		return found[1] + found[2]
	}
	return ""
}

// readTexts are all texts in which users name hosts.
func (v *validator) readTexts() (texts []v1alpha2.Text) {
	add := func(c *v1alpha2.Container, at *field.Path) {
		texts = append(texts, c.Texts(at)...)
		for _, name := range findings.SortedKeys(c.Environment) {
			texts = append(texts, v1alpha2.Text{At: at.Child("environment").Key(name), Value: c.Environment[name]})
		}
		texts = append(texts,
			v1alpha2.Text{At: at.Child("lifeCycle", "postStartExec"), Value: c.LifeCycle.PostStartExec},
			v1alpha2.Text{At: at.Child("lifeCycle", "preStopExec"), Value: c.LifeCycle.PreStopExec})
	}
	for i := range v.mc.Spec.Containers {
		add(&v.mc.Spec.Containers[i], v1alpha2.ContainersPath.Index(i))
	}
	for i := range v.mc.Spec.Services {
		add(&v.mc.Spec.Services[i], v1alpha2.ServicesPath.Index(i))
	}
	for _, name := range findings.SortedKeys(v.mc.Spec.Flux.Environment) {
		texts = append(texts, v1alpha2.Text{At: v1alpha2.FluxPath.Child("environment").Key(name), Value: v.mc.Spec.Flux.Environment[name]})
	}
	return texts
}

// warnOfEscapes finds dollars escaped for the Flux Operator, which passes scripts through a shell first. Latchkey passes them
// as they are written.
func (v *validator) warnOfEscapes() {
	for i := range v.mc.Spec.Containers {
		c, at := &v.mc.Spec.Containers[i], v1alpha2.ContainersPath.Index(i)
		escaped := []v1alpha2.Text{{At: at.Child("commands", "script"), Value: c.Commands.Script}}
		if c.RunsFlux() {
			escaped = append(escaped, v1alpha2.Text{At: at.Child("command"), Value: c.Command})
		}
		for _, one := range escaped {
			if strings.Contains(one.Value, `\${`) || strings.Contains(one.Value, `\$(`) {
				v.Warn(one.At, field.OmitValueType{}, "it has a dollar behind a backslash, which the Flux Operator takes away and Latchkey does not: remove the backslash if the variable is meant")
			}
		}
	}
}
