package v1alpha2

import (
	"fmt"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
)

// warnOfHostNames looks for names in the user's texts that lead nowhere: hosts as another workload or
// the Flux Operator calls them, and a Service that v1alpha1 called flux-service.
func (v *judge) warnOfHostNames() {
	for _, one := range v.readTexts() {
		if host := v.strangeHost(one.value); host != "" {
			v.Warn(one.at, host, "%q is not a pod of this set: %s", host, v.hostAdvice())
		}
		if service := v.mc.Spec.Network.HeadlessName; service != oldService && strings.Contains(one.value, "."+oldService+".") {
			v.Warn(one.at, oldService, "%q is not the Service of this set, which is %q: use that name, or set network.headlessName: %s", oldService, service, oldService)
		}
	}
	v.warnOfEscapes()
}

// hostAdvice says how the pods of this set are called, or how to find it out in one of them.
func (v *judge) hostAdvice() string {
	switch {
	case v.renames():
		return `with onChange: Rename their names hold a hash that changes with the set; take them from "flux getattr hostlist", or use another onChange`
	case v.usesJob():
		return fmt.Sprintf("with workload Job they are called %q; use that name, or workload JobSet", v.podHosts())
	default:
		return fmt.Sprintf("they are called %q; use that name, or workload Job, which keeps the old ones", v.podHosts())
	}
}

// oldService is the default name of the Service in v1alpha1.
const oldService = "flux-service"

// strangeHost finds a name in a text that looks like a pod of this set and is none.
func (v *judge) strangeHost(text string) string {
	if v.mc.Name == "" {
		return ""
	}
	for _, prefix := range v.strangePrefixes() {
		if host := findHost(text, prefix); host != "" {
			return host
		}
	}
	return ""
}

// strangePrefixes are what such names begin with: the pods of a Job are called <set>-<index>, those of a
// JobSet <set>-m-0-<index>, and neither when there is a hash behind the set's name.
func (v *judge) strangePrefixes() []string {
	ofJob, ofJobSet := v.mc.Name+"-", v.mc.Name+"-m-0-"
	switch {
	case v.renames():
		return []string{ofJob, ofJobSet}
	case v.usesJob():
		return []string{ofJobSet}
	default:
		return []string{ofJob}
	}
}

// findHost finds <prefix><digit> or <prefix>[ in a text, unless it is part of a longer name.
func findHost(text, prefix string) string {
	for offset := 0; ; {
		found := strings.Index(text[offset:], prefix)
		if found < 0 {
			return ""
		}
		start := offset + found
		offset = start + len(prefix)
		if start > 0 && strings.IndexByte(hostLetters, text[start-1]) >= 0 {
			continue
		}
		if host := hostAt(text[offset:]); host != "" {
			return prefix + host
		}
	}
}

// hostAt returns the number or hostlist that a text begins with, and that ends a host name.
func hostAt(text string) string {
	if strings.HasPrefix(text, "[") {
		list, _, closed := strings.Cut(text, "]")
		if closed && strings.Trim(list[1:], "0123456789,-") == "" && len(list) > 1 {
			return list + "]"
		}
		return ""
	}
	digits := len(text) - len(strings.TrimLeft(text, "0123456789"))
	if digits == 0 || digits < len(text) && strings.IndexByte(hostLetters, text[digits]) >= 0 {
		return ""
	}
	return text[:digits]
}

// readTexts are all texts in which users name hosts.
func (v *judge) readTexts() []text {
	texts := v.allTexts()
	add := func(c *Container, at *field.Path) {
		for _, name := range findings.SortedKeys(c.Environment) {
			texts = append(texts, text{at.Child("environment").Key(name), c.Environment[name]})
		}
		texts = append(texts,
			text{at.Child("lifeCycle", "postStartExec"), c.LifeCycle.PostStartExec},
			text{at.Child("lifeCycle", "preStopExec"), c.LifeCycle.PreStopExec})
	}
	for i := range v.mc.Spec.Containers {
		add(&v.mc.Spec.Containers[i], containersPath.Index(i))
	}
	for i := range v.mc.Spec.Services {
		add(&v.mc.Spec.Services[i], servicesPath.Index(i))
	}
	for _, name := range findings.SortedKeys(v.mc.Spec.Flux.Environment) {
		texts = append(texts, text{fluxPath.Child("environment").Key(name), v.mc.Spec.Flux.Environment[name]})
	}
	return texts
}

// warnOfEscapes finds dollars escaped for the Flux Operator, which passes scripts through a shell first.
// Here they arrive as they are written.
func (v *judge) warnOfEscapes() {
	for i := range v.mc.Spec.Containers {
		c, at := &v.mc.Spec.Containers[i], containersPath.Index(i)
		escaped := []text{{at.Child("commands", "script"), c.Commands.Script}}
		if c.isRunner() {
			escaped = append(escaped, text{at.Child("command"), c.Command})
		}
		for _, one := range escaped {
			if strings.Contains(one.value, `\${`) || strings.Contains(one.value, `\$(`) {
				v.Warn(one.at, field.OmitValueType{}, "it has a dollar behind a backslash, which the Flux Operator takes away and Latchkey does not: remove the backslash if the variable is meant")
			}
		}
	}
}
