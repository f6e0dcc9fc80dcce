package minicluster

import (
	"cmp"
	"fmt"
	"strconv"

	"github.com/latchkey-dev/latchkey/apis/names"
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

// Paths in the containers. The first two are paths of the Flux Operator, so hooks that mention them still work.
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

func (c cluster) servicesJobName() string { return c.mc.Name + "-services" }

func (c cluster) headlessName() string { return c.mc.Spec.Network.HeadlessName }

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
