package v1alpha1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// StudyKind is the kind of a study.
const StudyKind = "Study"

// MaxRuns is the number of runs that a study may have.
const MaxRuns = 10_000

// Study runs other sources several times, with different values of parameters. Each combination of values is a cell, and
// each run of a cell becomes a set of its own. The sources themselves are templates: they become no sets.
//
// +kubebuilder:object:root=true
// +kubebuilder:resource:path=studies
type Study struct {
	metav1.TypeMeta `json:",inline"`
	// Metadata of the study. Its name is the value of the label latchkey.dev/study of all its sets.
	// +optional
	metav1.ObjectMeta `json:"metadata,omitzero"`

	// Spec says what is varied.
	// +optional
	Spec StudySpec `json:"spec,omitzero"`
}

// StudySpec says what a study varies.
type StudySpec struct {
	// Sources are the MiniClusters and MetricSets of the same namespace that the study varies, at least one. MetricSets
	// that are attached to one of them follow it and need not be named.
	// +listType=map
	// +listMapKey=kind
	// +listMapKey=name
	Sources []StudySource `json:"sources,omitempty"`
	// Parameters are what differs between the cells, by their names. Cells have every value of a parameter with every value
	// of the others. A name has letters, digits and "_".
	Parameters map[string]StudyParameter `json:"parameters,omitempty"`
	// Zip gives parameters their values together, in place of their own values.
	// +listType=atomic
	Zip []StudyZip `json:"zip,omitempty"`
	// Exclude leaves out cells. Each entry has values of parameters, and leaves out the cells that have all of them.
	// +listType=atomic
	Exclude []map[string]StudyValue `json:"exclude,omitempty"`
	// Repeat says how often each cell runs.
	// +optional
	Repeat StudyRepeat `json:"repeat,omitzero"`
	// Order says how many sets of the study run at a time, and in which order. Without it all run at once.
	// +optional
	Order StudyOrder `json:"order,omitzero"`
	// Scaling says what a speed-up is over. "latchkey report" uses it.
	Scaling *StudyScaling `json:"scaling,omitempty"`
	// Figures are what the study compares, and what it expects. Without any, each program is compared by its own figures of
	// merit. "latchkey report" uses them.
	// +listType=map
	// +listMapKey=name
	Figures []StudyFigure `json:"figures,omitempty"`
}

// StudySource names a source of a study.
type StudySource struct {
	// Kind is MiniCluster or MetricSet.
	// +kubebuilder:validation:Enum=MiniCluster;MetricSet
	Kind string `json:"kind"`
	// Name of the source. It is in the namespace of the study.
	// +kubebuilder:validation:MinLength=1
	Name string `json:"name"`
}

// StudyParameter is a value that differs between the cells of a study. It has either values, or value, or its values in
// zip.
type StudyParameter struct {
	// Values are what the parameter can be, each once: strings or integers.
	// +listType=atomic
	Values []StudyValue `json:"values,omitempty"`
	// Value is arithmetic over other parameters that are integers, with + - * / % and parentheses, for example
	// nodes * 96. It is exact, and the result must be an integer.
	Value StudyValue `json:"value,omitempty"`
	// Fields are the paths of fields that get the value, with their own types: spec.size, spec.containers[0].image, or
	// spec.pod.nodeSelector["kubernetes.io/arch"]. They are fields of the sources. A field that no source has may be one of
	// the MetricSets that follow.
	// +listType=atomic
	Fields []string `json:"fields,omitempty"`
	// Text is a word of letters, digits and "_". The value replaces it wherever it stands alone in commands, arguments,
	// option flags and options of the sources and of the MetricSets that follow.
	Text string `json:"text,omitempty"`
}

// StudyZip gives parameters their values together.
type StudyZip struct {
	// Parameters are names of parameters, two or more.
	// +listType=atomic
	// +kubebuilder:validation:MinItems=2
	Parameters []string `json:"parameters"`
	// Values are lists with one value for each of the parameters, in their order.
	// +listType=atomic
	// +kubebuilder:validation:MinItems=1
	Values [][]StudyValue `json:"values"`
}

// StudyRepeat says how often each cell of a study runs.
type StudyRepeat struct {
	// Count is the number of runs of each cell, 1 or more, default 1.
	// +kubebuilder:default=1
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:Maximum=10000
	Count *int32 `json:"count,omitempty"`
	// Discard is the number of the first runs of each cell that do not count in a comparison, because they warm caches up.
	// They run and are listed. 0 or more, less than count, default 0.
	// +kubebuilder:validation:Minimum=0
	Discard int32 `json:"discard,omitempty"`
	// Inside makes all runs of a cell jobs of one MiniCluster, which runs them one after the other. Its pods start once, so
	// that short runs end much sooner. The command must be one that Flux submits: no batch, and no launcher. Default false:
	// each run is a set of its own.
	Inside bool `json:"inside,omitempty"`
}

// Orders of a study.
const (
	OrderListed = "Listed"
	OrderRandom = "Random"
)

// StudyOrder gives the sets of a study turns. A set waits for its turn in a small pod, which asks the API server for the sets
// before it. A set that has failed or is deleted has ended too. Sets in a queue of Kueue have no turns.
type StudyOrder struct {
	// Parallel is the number of sets that run at a time, default 0 = all at once, without turns.
	// +kubebuilder:validation:Minimum=0
	// +kubebuilder:validation:Maximum=10000
	Parallel int32 `json:"parallel,omitempty"`
	// By is the order of the turns. Listed takes the cells as "latchkey study plan" prints them, each with all its runs. Random mixes
	// the cells: the runs of a cell keep their order among the runs of others. Default Listed.
	// +kubebuilder:default=Listed
	// +kubebuilder:validation:Enum=Listed;Random
	By string `json:"by,omitempty"`
	// Seed is any integer, default 0. The same seed gives the same random order.
	Seed int64 `json:"seed,omitempty"`
	// Image is the image in which sets wait for their turn. It needs flux or python3. Default: the image of the Flux view of a MiniCluster,
	// and the default Flux view for a MetricSet.
	Image string `json:"image,omitempty"`
}
