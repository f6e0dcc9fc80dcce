package minicluster

import (
	"k8s.io/utils/ptr"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/attach"
)

// Flux describes to MetricSets that are attached to a MiniCluster how Flux runs in its pods. The MiniCluster has been
// defaulted; it may still have mistakes.
func Flux(mc *v1alpha2.MiniCluster, opts latchkey.Options) attach.Flux {
	c := newCluster(mc, opts)
	runner := c.runner()
	pods := ptr.Deref(mc.Spec.Size, 1)
	if mc.Elastic() {
		pods = mc.Spec.MaxSize // what is rendered may not depend on size
	}
	flux := attach.Flux{
		Container:   mc.Name,
		Command:     runnerCommand(),
		Application: runner.Command,
		Launches:    runner.Launcher,
		Pods:        max(pods, 1),
		Unshared:    !ptr.Deref(mc.Spec.ShareProcessNamespace, true),
		Volumes:     []string{scriptsVolume, c.viewName(), homeVolume, privateVolume, curveVolume, tokenVolume},
		Hashed:      c.HashesNames(),
	}
	if c.UsesJob() {
		return flux
	}
	flux.Part = brokerJob
	if c.makesKey() {
		flux.TriesImages = keygenJob
	}
	return flux
}
