package workload

import (
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

var (
	specPath = field.NewPath("spec")
	podPath  = specPath.Child("pod")
)

// A Set is what the rules about options know of a set.
type Set struct {
	Options latchkey.Options
	// Labels are those of its workload, and PodAnnotations those that its pods get.
	Labels, PodAnnotations map[string]string
	// Requests says that a container requests a resource.
	Requests bool
	// Alone says that each pod requires a node for itself.
	Alone bool
}

// Judge adds what is wrong with a set whose options do not fit together, or do not fit Kueue. containers is the field for requests.
//
// Kueue 0.19 with Kubernetes 1.36 was tried with a gang: Kueue admits the set by its quota, and then the scheduler starts all
// its pods or none. onChange: Rename and Recreate are for programs that apply manifests again and again.
func Judge(f *findings.Findings, s Set, containers *field.Path) {
	opts, queued := s.Options, InQueue(s.Labels, s.Options)
	topology := s.PodAnnotations[requiredTopology] != "" || s.PodAnnotations[preferredTopology] != ""
	gang := opts.Gang == latchkey.GangPodGroup
	if queued && !s.Requests {
		f.WarnText(containers, "the set is in a queue, and its containers request nothing: Kueue counts only requests, so the set takes no quota and gets no flavor: write resources.requests for a container")
	}
	if s.Alone && topology {
		f.InvalidText(podPath, "spread: Require asks for a node for each pod, and Kueue puts pods onto as few nodes as it can with a topology, so that the set would never start: use spread: Prefer, or leave the topology out")
	}
	switch {
	case !gang && opts.Placement != "":
		f.InvalidText(specPath, "the option placement needs gang: PodGroup, because it is a rule for the group of pods: add gang, or leave placement out")
	case opts.Placement != "" && topology:
		f.InvalidText(specPath, "placement and topology exclude each other, because the scheduler and Kueue would both choose the nodes: leave one of the two out")
	}
	if gang && queued {
		f.WarnText(specPath, "Kueue admits the set when the quota has room, and a gang that then waits for nodes keeps this quota from other sets: set waitForPodsReady in Kueue, which takes the quota back, or leave gang out")
	}
	if opts.TTLSeconds != nil && (opts.OnChange == latchkey.OnChangeRename || opts.OnChange == latchkey.OnChangeRecreate) {
		f.WarnText(specPath, "ttlSeconds deletes the set after its end, and programs that onChange: %s is for, such as Argo CD and Flux CD, then create it again, so that it runs again: leave ttlSeconds out", opts.OnChange)
	}
}
