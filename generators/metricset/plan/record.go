package plan

import (
	"encoding/json"
	"fmt"

	"github.com/latchkey-dev/latchkey/generators/metricset/options"
)

// A Record is a line of metadata in a log. Log readers know its keys and their order from
// converged-computing/metrics-operator. Empty values are left out.
type Record struct {
	// Addon says that the line is about an addon.
	Addon bool `json:"-"`

	Pods int32 `json:"pods"`
	// The fields from Completions to StorageVolumeConfigMapName, and MetricType, are for v1alpha1 only.
	Completions                *int32              `json:"completions,omitempty"`
	ApplicationImage           string              `json:"applicationImage,omitempty"`
	ApplicationCommand         string              `json:"applicationCommand,omitempty"`
	StorageVolumePath          string              `json:"storageVolumePath,omitempty"`
	StorageVolumeHostPath      string              `json:"storageVolumeHostPath,omitempty"`
	StorageVolumeSecretName    string              `json:"storageVolumeSecretName,omitempty"`
	StorageVolumeClaimName     string              `json:"storageVolumeClaimName,omitempty"`
	StorageVolumeConfigMapName string              `json:"storageVolumeConfigMapName,omitempty"`
	MetricName                 string              `json:"metricName,omitempty"`
	MetricDescription          string              `json:"metricDescription,omitempty"`
	MetricType                 string              `json:"metricType,omitempty"`
	MetricOptions              map[string]any      `json:"metricOptions,omitempty"`
	MetricListOptions          map[string][]string `json:"metricListOptions,omitempty"`
}

// NewRecord returns the record of a metric or an addon with its options.
func NewRecord(name, summary string, pods int32, opts any) Record {
	r := Record{Pods: pods, MetricName: name, MetricDescription: summary}
	r.MetricOptions, r.MetricListOptions = options.Metadata(opts)
	return r
}

// Lines returns the two lines of a record, each with its newline. encoding/json sorts the keys of maps.
func (r Record) Lines() string {
	marker := "METADATA"
	if r.Addon {
		marker = "ADDON METADATA"
	}
	data, err := json.Marshal(r)
	if err != nil {
		panic(err) // strings and numbers can always be written
	}
	return fmt.Sprintf("%s START %s\n%s END\n", marker, data, marker)
}
