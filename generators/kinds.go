package generators

import (
	"slices"

	"github.com/latchkey-dev/latchkey/apis/crds"
	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha1"
	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	magalix "github.com/latchkey-dev/latchkey/apis/magalix/v1"
	podsets "github.com/latchkey-dev/latchkey/apis/podset/v1alpha1"
	voting "github.com/latchkey-dev/latchkey/apis/voting/v1"
	schoolofdevops "github.com/latchkey-dev/latchkey/apis/voting/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/configmonitor"
	"github.com/latchkey-dev/latchkey/generators/metricset"
	"github.com/latchkey-dev/latchkey/generators/minicluster"
	"github.com/latchkey-dev/latchkey/generators/podset"
	"github.com/latchkey-dev/latchkey/generators/study"
	"github.com/latchkey-dev/latchkey/generators/voteconfig"
)

// A Kind is a kind of object that a program expands. [NewKind] makes one of its definition. The functions then accept any object,
// and panic on an object of another type.
type Kind struct {
	Definition[Object]
	// Versions are the known versions, the oldest first: v1alpha1, v1beta1, v1.
	Versions []Version
}

// Kinds returns the kinds of Latchkey itself, sorted by group and name. The caller may keep and change the list.
func Kinds() []Kind { return slices.Clone(ours) }

// ours are the kinds of Latchkey.
var ours = []Kind{
	NewKind(Definition[*podsets.PodSet]{
		Group:   "app.example.com",
		Name:    "PodSet",
		Version: "v1alpha1",
		CRD:     crds.PodSets,
		Uses:    []string{"include"},
		Default: podset.Default, Validate: podset.Validate,
		Expand: podset.Expand,
	}),
	NewKind(Definition[*v1alpha2.MetricSet]{
		Group:      "flux-framework.org",
		Name:       "MetricSet",
		Version:    "v1alpha2",
		Converted:  []Conversion[*v1alpha2.MetricSet]{ConvertedFrom("v1alpha1", (*v1alpha1.MetricSet).ConvertTo)},
		CRD:        crds.MetricSets,
		Catalogues: metricset.Catalogues(),
		Uses:       allOptionsBut(),
		Default:    metricset.Default,
		Validate:   metricset.Validate,
		Expand:     metricset.Expand,
		addition:   metricset.Addition,
	}),
	NewKind(Definition[*v1alpha2.MiniCluster]{
		Group:     "flux-framework.org",
		Name:      "MiniCluster",
		Version:   "v1alpha2",
		Converted: []Conversion[*v1alpha2.MiniCluster]{ConvertedFrom("v1alpha1", (*v1alpha1.MiniCluster).ConvertTo)},
		CRD:       crds.MiniClusters,
		Uses:      allOptionsBut("log-names", "ptrace"),
		Options:   minicluster.Options,
		Default:   minicluster.Default,
		Validate:  minicluster.Validate,
		Expand:    minicluster.Expand,
		flux:      minicluster.Flux,
	}),
	NewKind(Definition[*latchkey.Study]{
		Group:    latchkey.GroupVersion.Group,
		Name:     latchkey.StudyKind,
		Version:  latchkey.GroupVersion.Version,
		CRD:      crds.Studies,
		Uses:     []string{"include"},
		Default:  study.Default,
		Validate: study.Validate,
		vary:     study.Vary,
	}),
	NewKind(Definition[*magalix.ConfigMonitor]{
		Group:     "magalix.com",
		Name:      "ConfigMonitor",
		Version:   "v1",
		CRD:       crds.ConfigMonitors,
		Validate:  configmonitor.Validate,
		Transform: configmonitor.Transform,
	}),
	NewKind(Definition[*schoolofdevops.VoteConfig]{ // of an example; it is converted to the next one
		Group:     "voting.example.com",
		Name:      "VoteConfig",
		Converted: []Conversion[*schoolofdevops.VoteConfig]{ConvertedFrom("v1", (*voting.VoteConfig).ConvertTo)},
		CRD:       crds.ExampleVoteConfigs,
		Uses:      []string{"include"},
		Validate:  voteconfig.Validate,
		Expand:    voteconfig.Expand,
	}),
	NewKind(Definition[*schoolofdevops.VoteConfig]{
		Group:    "voting.schoolofdevops.com",
		Name:     "VoteConfig",
		Version:  "v1alpha1",
		CRD:      crds.VoteConfigs,
		Uses:     []string{"include"},
		Validate: voteconfig.Validate,
		Expand:   voteconfig.Expand,
	}),
}

// allOptionsBut returns the flags of all options but some, for a kind that makes jobs.
func allOptionsBut(but ...string) []string {
	var flags []string
	for _, option := range latchkey.OptionTable() {
		if !slices.Contains(but, option.Flag) {
			flags = append(flags, option.Flag)
		}
	}
	return flags
}

// Attaches tells whether objects of the kind can be attached to others.
func (k Kind) Attaches() bool { return k.addition != nil }

// A Varied is a source that objects of other kinds may vary.
type Varied = study.Source

// Varies tells whether objects of the kind make other sources out of sources.
func (k Kind) Varies() bool { return k.vary != nil }

// Vary returns the sources that an object makes out of others. by has its names.
func (k Kind) Vary(object Object, by *Varied, sources []Varied) study.Variation {
	return k.vary(object, by, sources)
}
