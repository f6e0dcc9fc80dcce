package runs

// Folders beside the folders of sets, with what the sets were made of. The name of each file in them begins with the SHA-256 of its bytes:
// each content is there once, and a change is seen. No set has a name with "_".
const (
	SourcesFolder   = "_sources"
	ManifestsFolder = "_manifests"
)

// Ends of the names of files in these folders. Manifests are compressed with gzip: those of the runs of a study are nearly equal.
const (
	SourcesEnd   = ".yaml"
	ManifestsEnd = ".yaml.gz"
)

// A Kept names the files with what a set was made of. Paths are relative to the folder above the set's, with / between folders.
type Kept struct {
	// Sources has the options and the objects that were given to Latchkey, without the data of Secrets. It is "" if others have applied the
	// set.
	Sources string `json:"sources,omitempty"`
	// Manifests has the objects that were applied, likewise.
	Manifests string `json:"manifests,omitempty"`
	// FromCluster says that others have applied the set, so that Manifests is what the cluster said: the workload and its ConfigMaps.
	FromCluster bool `json:"fromCluster,omitempty"`
}
