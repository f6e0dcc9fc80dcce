package minicluster

import (
	"errors"
	"fmt"
	"net/netip"
	"regexp"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/apis/names"
)

// hosts is the hostlist of this set, for a message.
func (v *validator) hosts() string {
	return hostRange(v.hostPrefix(v.mc.Name), 0, v.mc.Spec.MaxSize)
}

func (v *validator) checkHosts() {
	v.checkBursting()
	v.checkBrokerConfig()
	v.checkHostLists()
	v.checkCurve()
}

// checkBursting checks the lead and the clusters of a burst. Hosts are made from their names, so the names must differ.
func (v *validator) checkBursting() {
	bursting := v.mc.Spec.Flux.Bursting
	if lead := bursting.LeadBroker; lead != (v1alpha2.FluxBroker{}) {
		v.checkLeadBroker(v1alpha2.BurstingPath.Child("leadBroker"), lead)
	}
	child := bursting.LeadBroker.Address != ""
	if bursting.Hostlist != "" && len(bursting.Clusters) > 0 {
		v.Invalid(v1alpha2.BurstingPath.Child("hostlist"), bursting.Hostlist, "clusters names hosts too: leave hostlist or clusters out")
	}
	taken := map[string]takenName{}
	if child {
		v.take(taken, bursting.LeadBroker.Name, v1alpha2.BurstingPath.Child("leadBroker", "name"), "the MiniCluster of the lead broker")
	} else {
		v.take(taken, v.mc.Name, v1alpha2.NamePath, "this MiniCluster")
	}
	for i, cluster := range bursting.Clusters {
		at := v1alpha2.BurstingPath.Child("clusters").Index(i)
		v.Obey(at.Child("name"), cluster.Name, findings.Label)
		v.take(taken, cluster.Name, at.Child("name"), "another cluster")
		if child && cluster.Name == v.mc.Name && cluster.Size != v.mc.Spec.MaxSize {
			v.Invalid(at.Child("size"), cluster.Size, "%d is not the number of hosts of this MiniCluster, which is %d: use the same number in both places", cluster.Size, v.mc.Spec.MaxSize)
		}
	}
	if _, ok := taken[v.mc.Name]; child && bursting.Hostlist == "" && !ok {
		v.Invalid(v1alpha2.BurstingPath.Child("clusters"), len(bursting.Clusters), "this MiniCluster joins another one, but is not in this list: add a cluster with the name %q and the size %d, in the same position as in the other MiniClusters", v.mc.Name, v.mc.Spec.MaxSize)
	}
}

func (v *validator) checkLeadBroker(at *field.Path, lead v1alpha2.FluxBroker) {
	switch {
	case lead.Address == "":
		v.Required(at.Child("address"), "the address is missing: write the host name or IPv4 address at which the lead broker is reached")
	case strings.Contains(lead.Address, ":") || !isAddress(lead.Address):
		v.Invalid(at.Child("address"), lead.Address, "%q is not a host name or IPv4 address: write it without port and protocol", lead.Address)
	}
	v.Need(at.Child("name"), lead.Name, "the name is missing: write the name of the MiniCluster of the lead broker, from which its host names are made")
	v.Obey(at.Child("name"), lead.Name, findings.Label)
}

func isAddress(address string) bool {
	_, err := netip.ParseAddr(address)
	return err == nil || findings.ObjectName.Allows(address)
}

// checkBrokerConfig checks the form of the user's configuration, which replaces the generated one. Flux names mistakes in its values
// when a broker starts. With onChange: Rename the configuration can list no hosts, see checkRename.
func (v *validator) checkBrokerConfig() {
	text := v.mc.Spec.Flux.BrokerConfig
	if text == "" {
		return
	}
	var config map[string]any
	if err := toml.Unmarshal([]byte(text), &config); err != nil {
		v.InvalidOmitted(configPath, "it is not TOML (%s): correct it", tomlProblem(err))
		return
	}
	if config["bootstrap"] == nil && v.manyHosts() && !v.HashesNames() {
		v.InvalidOmitted(configPath, "it has no [bootstrap], without which the brokers do not find each other: add [bootstrap] with curve_cert and hosts = [{host = %q}]", v.hosts())
	}
}

func tomlProblem(err error) string {
	if problem, ok := errors.AsType[*toml.DecodeError](err); ok {
		line, column := problem.Position()
		return fmt.Sprintf("line %d, column %d: %s", line, column, strings.TrimPrefix(problem.Error(), "toml: "))
	}
	return strings.TrimPrefix(err.Error(), "toml: ")
}

// curveSecretKey is the annotation of the option curveSecret.
const curveSecretKey = latchkey.Prefix + "curve-secret"

// checkCurve requires a source of the key that works for the hosts of the set. It warns of a Secret that the object itself names
// without need. A Secret named outside the object may serve other sets.
func (v *validator) checkCurve() {
	v.checkCertificate()
	if v.manyHosts() {
		v.checkOrigin()
		return
	}
	const reason = ", because a single broker needs no key: leave it out"
	v.report([]unused{
		{v.mc.Legacy.CurveCertSecret != "", v1alpha2.FluxPath.Child("curveCertSecret"), v.mc.Legacy.CurveCertSecret, reason},
		{v.mc.Annotations[curveSecretKey] != "", metadataPath.Child("annotations").Key(curveSecretKey), v.mc.Annotations[curveSecretKey], reason},
	})
}

// checkOrigin requires a key in the place that the option curve names.
func (v *validator) checkOrigin() {
	switch curve := v.Options.Curve; {
	case curve == latchkey.CurveNone:
		v.Invalid(v1alpha2.SizePath, v.mc.Spec.MaxSize, "the option curve=None works with one host only, and this MiniCluster has several: leave the option curve out")
	case curve == latchkey.CurveInline && v.mc.Spec.Flux.CurveCert == "":
		v.Required(v1alpha2.CurveCertPath, "the option curve=Inline takes the certificate from this field, which is empty: write the certificate here, or leave the option curve out")
	case curve == latchkey.CurveCluster && v.mc.Bursts():
		v.Invalid(v1alpha2.BurstingPath, field.OmitValueType{}, "MiniClusters in other clusters need the same key, but the option curve=Cluster makes a key for this cluster only: use curve=Secret, or flux.curveCert")
	case curve == latchkey.CurveSecret && v.Options.CurveSecret == "" && v.mc.Bursts():
		v.Warn(v1alpha2.BurstingPath, field.OmitValueType{}, "the Secret %q must hold the same curve.cert in every cluster: make it once with \"%s > key.yaml\" and apply this file to each, or name another Secret with the option curveSecret", v.curveSecretName(), v.keygenCommand())
	case curve == latchkey.CurveSecret && v.Options.CurveSecret == "":
		v.Warn(v1alpha2.NamePath, v.mc.Name, "the option curve=Secret takes the key from the Secret %q, which must exist: make it with \"%s | kubectl apply -f -\", or name another Secret with the option curveSecret", v.curveSecretName(), v.keygenCommand())
	}
}

// keygenCommand prints the Secret that the set looks for by itself.
func (v *validator) keygenCommand() string {
	command := "latchkey keygen " + v.curveSecretName()
	if v.mc.Namespace != "" {
		command += " -n " + v.mc.Namespace
	}
	return command
}

// checkCertificate checks the certificate of the object, and the name of a Secret with one, which only v1alpha1 has.
func (v *validator) checkCertificate() {
	text, secret := v.mc.Spec.Flux.CurveCert, v.mc.Legacy.CurveCertSecret
	at := v1alpha2.FluxPath.Child("curveCertSecret")
	v.Obey(at, secret, findings.ObjectName)
	if text == "" {
		return
	}
	if secret != "" {
		v.Invalid(at, secret, "curveCert holds a certificate too: leave one of the two out")
	}
	if err := v1alpha2.CheckCertificate(text); err != nil {
		v.InvalidOmitted(v1alpha2.CurveCertPath, "it is not a CURVE certificate: %s; write the content of a file that flux keygen makes, or leave it out", err)
	}
	switch {
	case !v.manyHosts():
		v.Warn(v1alpha2.CurveCertPath, field.OmitValueType{}, "it has no effect, because a single broker needs no key: leave it out")
	case v.Options.Curve != latchkey.CurveInline:
		v.Warn(v1alpha2.CurveCertPath, field.OmitValueType{}, "it has no effect with the option curve=%s: leave the option or the certificate out", v.Options.Curve)
	}
}

// warnOfHostNames warns of host names in the user's snippets that do not exist: names that pods have with another workload or in
// the Flux Operator, and the Service flux-service of v1alpha1.
func (v *validator) warnOfHostNames() {
	named := false // a snippet needs the old Service
	for _, one := range v.readSnippets() {
		if host := v.strangeHost(one.Value); host != "" {
			v.Warn(one.At, host, "%q is not a pod of this MiniCluster: %s", host, v.hostAdvice())
		}
		if strings.Contains(one.Value, "."+oldService+".") {
			named = true
			if service := v.headlessName(); service != oldService {
				v.Warn(one.At, oldService, "%q is not the Service of this MiniCluster, which is %q: use that name, or set network.headlessName: %s", oldService, service, oldService)
			}
		}
	}
	if !named {
		v.warnOfOldService()
	}
	for _, c := range v.containers {
		v.warnOfEscapes(c)
	}
}

// warnOfOldService warns of the name that a saved object may have: it was a default of the CRD, see
// flux-framework/flux-operator 0a119ba, api/v1alpha2/minicluster_types.go, Network. A Service selects the pods of one set, so
// the set that is applied last takes it. In v1alpha1 it still is the default. Most files of v1alpha1 do not write it, and their
// authors could not follow a warning about it.
func (v *validator) warnOfOldService() {
	ofOldVersion := v.mc.Legacy.InstallRoot != ""
	if v.headlessName() == oldService && v.mc.Name != oldService && !ofOldVersion {
		v.Warn(v1alpha2.SpecPath.Child("network", "headlessName"), oldService, "older versions of the Flux Operator write this name into every MiniCluster, and a second MiniCluster with this Service takes the host names of the first away: leave headlessName out, and the Service is called %q", v.mc.Name)
	}
}

// checkHostLists refuses such host names where the user lists the hosts: the broker of a pod that is not listed ends at once.
func (v *validator) checkHostLists() {
	flux := v.mc.Spec.Flux
	for _, one := range []v1alpha2.Snippet{
		{At: configPath, Value: flux.BrokerConfig},
		{At: v1alpha2.BurstingPath.Child("hostlist"), Value: flux.Bursting.Hostlist},
	} {
		if host := v.strangeHost(one.Value); host != "" {
			v.Invalid(one.At, host, "%q is not a pod of this MiniCluster: %s", host, v.hostAdvice())
		}
	}
}

// hostAdvice gives the host names of this set, or says how to find them in a pod.
func (v *validator) hostAdvice() string {
	switch {
	case v.HashesNames():
		return `the option onChange=Rename puts a hash into the names of its pods, which changes with the MiniCluster; take the names from "flux getattr hostlist", or use another value of onChange`
	case v.UsesJob():
		return fmt.Sprintf("with the option workload=Job, its pods are called %q; use these names, or workload=JobSet", v.hosts())
	default:
		return fmt.Sprintf("its pods are called %q; use these names, or the option workload=Job, which keeps the old names", v.hosts())
	}
}

// oldService is the default name of the Service in v1alpha1.
const oldService = "flux-service"

// strangeHost finds a name in a snippet that looks like a pod of this set and is not one, or a hostlist of such names. The pods of
// a Job are called <set>-<index>, and the pods of a JobSet <set>-m-0-<index>. With a hash after the set's name both are wrong.
func (v *validator) strangeHost(text string) string {
	if v.mc.Name == "" || !strings.Contains(text, v.mc.Name+"-") { // as in most snippets, and an expression is slow to make
		return ""
	}
	pod := regexp.QuoteMeta(v.mc.Name) + "-"
	switch job := brokerJob + "-0-"; {
	case v.HashesNames():
		pod += "(?:" + job + ")?"
	case v.UsesJob():
		pod += job
	}
	pods := regexp.MustCompile(`(?:^|[^-a-zA-Z0-9])(?:(` + pod + `\[[-0-9,]+\])|(` + pod + `[0-9]+)(?:$|[^-a-zA-Z0-9]))`)
	if found := pods.FindStringSubmatch(text); found != nil {
		return found[1] + found[2]
	}
	return ""
}

// readSnippets are all snippets in which users name hosts.
func (v *validator) readSnippets() (texts []v1alpha2.Snippet) {
	addAll := func(at *field.Path, environment map[string]string) {
		for _, name := range findings.SortedKeys(environment) {
			texts = append(texts, v1alpha2.Snippet{At: at.Child("environment").Key(name), Value: environment[name]})
		}
	}
	for _, c := range v.containers {
		texts = append(texts, c.Snippets(c.at)...)
		addAll(c.at, c.Environment)
		texts = append(texts,
			v1alpha2.Snippet{At: c.at.Child("lifeCycle", "postStartExec"), Value: c.LifeCycle.PostStartExec},
			v1alpha2.Snippet{At: c.at.Child("lifeCycle", "preStopExec"), Value: c.LifeCycle.PreStopExec})
	}
	addAll(v1alpha2.FluxPath, v.mc.Spec.Flux.Environment)
	return texts
}

// warnOfEscapes finds dollars escaped for the Flux Operator, which passes scripts through a shell first. Latchkey passes them
// as they are written.
func (v *validator) warnOfEscapes(c placed) {
	for _, one := range c.Snippets(c.at) {
		isWritten := one.Name == names.Script && !c.isService || one.Name == names.Command && c.runs()
		if isWritten && (strings.Contains(one.Value, `\${`) || strings.Contains(one.Value, `\$(`)) {
			v.Warn(one.At, field.OmitValueType{}, "it has a dollar behind a backslash. The Flux Operator takes the backslash away, and Latchkey does not: remove the backslash if the shell is to expand the variable")
		}
	}
}
