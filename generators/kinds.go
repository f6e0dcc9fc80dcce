package generators

import (
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"

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
	"github.com/latchkey-dev/latchkey/generators/transform"
	"github.com/latchkey-dev/latchkey/generators/voteconfig"
)

// A Kind is a kind of object that Latchkey knows.
type Kind struct {
	// Group and Name are those of the API, for example flux-framework.org and MiniCluster.
	Group, Name string
	// Versions are the versions that are read, in alphabetical order. The last one is that of the generator, unless it
	// is converted as well.
	Versions []Version

	// jobs says that objects of the kind become jobs. Options about jobs have no effect on the others.
	jobs bool
	// options returns what an object's own fields say about the options; nil where they say nothing.
	options func(Object) latchkey.Options
	// validate returns the problems that it takes the generator to see; nil where the object sees them all.
	validate func(Object, latchkey.Options) (errs, warnings field.ErrorList)
	// expand returns what an object becomes; nil for a kind that makes nothing.
	expand func(Object, latchkey.Options) []runtime.Object
	// host is there for a kind that others can join.
	host *host
	// attach is there for a kind that can join another.
	attach attacher
	// transform returns what an object changes in the other items of its package; nil for a kind that changes nothing.
	transform func(Object, []*transform.Item) transform.Result
}

// A Version is one version of a kind.
type Version struct {
	// Name of the version, for example v1alpha2.
	Name string
	// New returns an empty object to decode into.
	New func() Object

	// convert turns an object into the version, and group, of the generator; nil for that version itself.
	convert func(Object) Object
}

// Kinds returns every kind, sorted by group and name. The caller may keep and change the list.
func Kinds() []Kind {
	return []Kind{
		{
			Group:    "app.example.com",
			Name:     "PodSet",
			Versions: []Version{{Name: "v1alpha1", New: newOf[podsets.PodSet]}},
			expand:   expander(podset.Expand),
		},
		{
			Group: "flux-framework.org",
			Name:  "MetricSet",
			Versions: []Version{
				{Name: "v1alpha1", New: newOf[v1alpha1.MetricSet], convert: converter((*v1alpha1.MetricSet).ConvertTo)},
				{Name: "v1alpha2", New: newOf[v1alpha2.MetricSet]},
			},
			jobs:     true,
			options:  optionsOf((*v1alpha2.MetricSet).Options),
			validate: validator(metricset.Validate),
			expand:   expander(metricset.Expand),
			attach:   attacherOf(metricset.Attach),
		},
		{
			Group: "flux-framework.org",
			Name:  "MiniCluster",
			Versions: []Version{
				{Name: "v1alpha1", New: newOf[v1alpha1.MiniCluster], convert: converter((*v1alpha1.MiniCluster).ConvertTo)},
				{Name: "v1alpha2", New: newOf[v1alpha2.MiniCluster]},
			},
			jobs:     true,
			options:  optionsOf((*v1alpha2.MiniCluster).Options),
			validate: validator(minicluster.Validate),
			host:     hostOf(minicluster.Host, minicluster.Expand),
		},
		{
			Group:     "magalix.com",
			Name:      "ConfigMonitor",
			Versions:  []Version{{Name: "v1", New: newOf[magalix.ConfigMonitor]}},
			transform: transformer(configmonitor.Transform),
		},
		{
			Group:    "voting.example.com",
			Name:     "VoteConfig",
			Versions: []Version{{Name: "v1", New: newOf[voting.VoteConfig], convert: converter((*voting.VoteConfig).ConvertTo)}},
			expand:   expander(voteconfig.Expand),
		},
		{
			Group:    "voting.schoolofdevops.com",
			Name:     "VoteConfig",
			Versions: []Version{{Name: "v1alpha1", New: newOf[schoolofdevops.VoteConfig]}},
			expand:   expander(voteconfig.Expand),
		},
	}
}
