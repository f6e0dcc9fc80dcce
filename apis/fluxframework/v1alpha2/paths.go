package v1alpha2

import "k8s.io/apimachinery/pkg/util/validation/field"

// Paths of fields, for problems.
var (
	NamePath       = field.NewPath("metadata", "name")
	SpecPath       = field.NewPath("spec")
	ContainersPath = SpecPath.Child("containers")
	ServicesPath   = SpecPath.Child("services")
	SizePath       = SpecPath.Child("size")
	TasksPath      = SpecPath.Child("tasks")
	ArchivePath    = SpecPath.Child("archive", "path")
	PodPath        = SpecPath.Child("pod")
	FluxPath       = SpecPath.Child("flux")
	ViewPath       = FluxPath.Child("container")
	BurstingPath   = FluxPath.Child("bursting")
	CurveCertPath  = FluxPath.Child("curveCert")
	MetricsPath    = SpecPath.Child("metrics")
)
