package minicluster

import (
	"cmp"
	"fmt"
	"strconv"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/apis/names"
	"github.com/latchkey-dev/latchkey/generators/internal/workload"
)

// The replicated jobs of a JobSet. Their names are part of the host names of the pods, so the name of the brokers' job is as
// short as possible.
const (
	brokerJob   = "m"
	keygenJob   = names.Keygen
	servicesJob = names.Services
)

// Latchkey's own volumes have a prefix, so that they never have the name of a user's volume. The home directory keeps the name
// of the Flux Operator.
const (
	scriptsVolume = "latchkey-entrypoint"
	privateVolume = "latchkey-private"
	curveVolume   = names.CurveVolume
	tokenVolume   = "latchkey-token"
	homeVolume    = "flux-operator-home"
)

// Paths in the containers. The first two are those of the Flux Operator, so hooks that mention them still work.
const (
	scriptsPath  = "/flux_operator"
	homePath     = "/home/flux-operator"
	softwarePath = "/opt/software"
	curvePath    = "/latchkey/curve"
	privatePath  = "/run/latchkey"
	newKeyPath   = "/run/latchkey-key"
	tokenPath    = "/var/run/secrets/kubernetes.io/serviceaccount"
)

func (c cluster) keygenName() string { return c.mc.Name + "-keygen" }

func (c cluster) servicesName() string { return c.mc.Name + "-services" }

func (c cluster) serviceName() string { return c.mc.Spec.Network.HeadlessName }

// curveSecretName is the Secret that holds the CURVE certificate: the user's or the rendered one.
func (c cluster) curveSecretName() string {
	return cmp.Or(c.Options.CurveSecret, c.mc.Name+"-curve")
}

// hostPrefix is the host name of a pod of the named set, without the index.
//
// A JobSet calls its pods <set>-<replicated job>-<job index>-<pod index>, see kubernetes-sigs/jobset, pkg/util/placement,
// GenPodName; an indexed Job <job>-<pod index>.
func (c cluster) hostPrefix(set string) string {
	if c.UsesJob() {
		return set
	}
	return set + "-" + brokerJob + "-0"
}

// hostRange returns n hosts from index start on as a hostlist of RFC 29, for example "lammps-[0-3]", "lammps-2", or "" for
// none.
func hostRange(prefix string, start, n int32) string {
	switch {
	case n <= 0:
		return ""
	case n == 1:
		return prefix + "-" + strconv.Itoa(int(start))
	default:
		return fmt.Sprintf("%s-[%d-%d]", prefix, start, start+n-1)
	}
}

const (
	// Components are the brokers, the key job and the services pod.
	brokerComponent   = "broker"
	keygenComponent   = names.Keygen
	servicesComponent = names.Services

	// indexLabel is put on pods by the Job controller since Kubernetes 1.28.
	indexLabel = "batch.kubernetes.io/job-completion-index"

	// curveSecretAnnotation names the Secret to fill, on the pods that fill it. They read the name from there, because an
	// overlay can rename it there.
	curveSecretAnnotation = "latchkey.dev/curve-secret-name"
)

// podMeta returns the metadata of a pod template. Latchkey sets the labels that Services and affinity select by; all other
// labels are the user's.
func (c cluster) podMeta(component string) metav1.ObjectMeta {
	own := map[string]string{names.ComponentLabel: component}
	if component != keygenComponent {
		own[workload.NetworkLabel] = c.serviceName()
	}
	set := map[string]string{workload.NameLabel: c.mc.Name}
	annotations := c.podAnnotations(component)
	if component == keygenComponent || component == brokerComponent && c.brokersMakeKey() {
		annotations = workload.Merged(annotations, map[string]string{curveSecretAnnotation: c.curveSecretName()})
	}
	return metav1.ObjectMeta{Labels: workload.Merged(set, c.mc.Spec.Pod.Labels, own), Annotations: annotations}
}

// podAnnotations are the annotations of spec.pod. Annotations for Kueue are on the pods of the brokers only.
func (c cluster) podAnnotations(component string) map[string]string {
	if component != brokerComponent {
		return workload.WithoutKueue(workload.PodAnnotations(c.mc.Spec.Pod.Annotations, latchkey.Options{}))
	}
	return workload.PodAnnotations(c.mc.Spec.Pod.Annotations, c.Options)
}
