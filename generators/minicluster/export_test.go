package minicluster

import (
	corev1 "k8s.io/api/core/v1"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

// Claims returns what the messages about a MiniCluster say that it has.
var Claims = func(mc *v1alpha2.MiniCluster, opts latchkey.Options) []claim { return judged(mc, opts).claims }

// ReadHostlist returns the hosts of a hostlist.
var ReadHostlist = readHostlist

// Files returns the scripts of a set that has one container: those that it uses, and others.
var Files = func(script string, variables []corev1.EnvVar, kinds, others []string) map[string]string {
	data, _ := library().With(append(scriptsFor(script, variables, kinds), others...), nil)
	return data
}
