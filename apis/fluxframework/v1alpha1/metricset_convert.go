package v1alpha1

import (
	"maps"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/latchkey-dev/latchkey/apis/findings"
	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
)

// ConvertTo returns the set as an object of v1alpha2. The application and the storage become addons and options of each
// metric. Values without a field in v1alpha2 are kept in Legacy. The receiver is not changed, and the result shares no
// memory with it.
func (ms *MetricSet) ConvertTo() *v1alpha2.MetricSet {
	old := ms.DeepCopy()
	old.Default()
	spec := old.Spec
	return &v1alpha2.MetricSet{
		TypeMeta: metav1.TypeMeta{
			APIVersion: v1alpha2.GroupVersion.String(),
			Kind:       v1alpha2.MetricSetKind,
		},
		ObjectMeta: old.ObjectMeta,
		Spec: v1alpha2.MetricSetSpec{
			Metrics:         spec.convertMetrics(),
			Pods:            spec.Pods,
			ServiceName:     spec.ServiceName,
			DeadlineSeconds: spec.DeadlineSeconds,
			DontSetFQDN:     spec.DontSetFQDN,
			Logging:         spec.Logging,
			Pod:             v1alpha2.MetricSetPod{ServiceAccountName: spec.Pod.ServiceAccountName, NodeSelector: spec.Pod.NodeSelector},
			Resources:       spec.Resources,
		},
		Legacy: spec.setLegacy(),
	}
}

func (s *MetricSetSpec) convertMetrics() []v1alpha2.Metric {
	var metrics []v1alpha2.Metric
	for _, metric := range s.Metrics {
		converted := v1alpha2.Metric{
			Name:        metric.Name,
			Options:     maps.Clone(metric.Options),
			ListOptions: metric.ListOptions,
			MapOptions:  metric.MapOptions,
			Resources:   metric.Resources,
			Attributes: v1alpha2.MetricAttributes{
				SecurityContext: v1alpha2.MetricSecurity{Privileged: metric.Attributes.SecurityContext.Privileged},
			},
		}
		for name, value := range s.impliedOptions(metric) {
			if converted.Options == nil {
				converted.Options = map[string]v1alpha2.OptionValue{}
			}
			converted.Options[name] = value
		}
		converted.Addons = s.addons()
		if s.profiles(metric) {
			s.convertProfiled(&converted)
		}
		metrics = append(metrics, converted)
	}
	return metrics
}

// impliedOptions returns the options of a metric that come from other fields. Options that the metric sets itself are
// left out.
func (s *MetricSetSpec) impliedOptions(metric Metric) map[string]v1alpha2.OptionValue {
	implied := map[string]v1alpha2.OptionValue{}
	add := func(name, value string) {
		if _, isSet := metric.Options[name]; !isSet && value != "" {
			implied[name] = v1alpha2.OptionValue(value)
		}
	}
	if s.Application != nil && metric.Name == "perf-sysstat" && metric.MapOptions["commands"] == nil {
		add("command", s.Application.Command)
	}
	if s.Storage != nil {
		commands := s.Storage.Commands
		texts := map[string]string{"pre": commands.Pre, "prefix": commands.Prefix, "post": commands.Post}
		for _, name := range storageCommands(metric.Name) {
			add(name, texts[name])
		}
	}
	return implied
}

// addons returns the addons of every metric: the application, then its volumes by name, then the volume of the storage.
func (s *MetricSetSpec) addons() []v1alpha2.Addon {
	var addons []v1alpha2.Addon
	if s.Application != nil {
		addons = append(addons, s.Application.convert())
		for _, name := range findings.SortedKeys(s.Application.Volumes) {
			addons = append(addons, s.Application.Volumes[name].convert(name))
		}
	}
	if s.Storage != nil && !s.Storage.Volume.isEmpty() {
		addons = append(addons, s.Storage.Volume.convert(storageVolume))
	}
	return addons
}

// applicationContainer is the name of the application's container in v1alpha1. storageVolume is the name of the
// storage's volume.
const (
	applicationContainer = "app"
	storageVolume        = "storage"
)

// convert sets the shell to bash, because bash read the entrypoint in v1alpha1.
func (a *Application) convert() v1alpha2.Addon {
	addon := v1alpha2.Addon{Name: "application", Options: texts(map[string]string{
		"name": applicationContainer, "shell": "/bin/bash",
		"image": a.Image, "command": a.Entrypoint, "workdir": a.WorkingDir, "pullSecret": a.PullSecret,
	})}
	if a.Attributes.SecurityContext.Privileged {
		addon.Options["privileged"] = "true"
	}
	for name, list := range map[string]corev1.ResourceList{
		"resourceLimits":   a.Resources.Limits,
		"resourceRequests": a.Resources.Requests,
	} {
		for resource, quantity := range list {
			if addon.MapOptions == nil {
				addon.MapOptions = map[string]map[string]v1alpha2.OptionValue{}
			}
			if addon.MapOptions[name] == nil {
				addon.MapOptions[name] = map[string]v1alpha2.OptionValue{}
			}
			addon.MapOptions[name][string(resource)] = v1alpha2.OptionValue(quantity.String())
		}
	}
	return addon
}

// convert selects the source of the volume in the order of v1alpha1.
func (v MetricVolume) convert(name string) v1alpha2.Addon {
	addon := v1alpha2.Addon{Options: texts(map[string]string{"name": name, "path": v.Path})}
	if v.ReadOnly && v.ConfigMapName == "" {
		addon.Options["readOnly"] = "true"
	}
	source := func(kind, option, value string) v1alpha2.Addon {
		addon.Name = kind
		if option != "" && value != "" {
			addon.Options[option] = v1alpha2.OptionValue(value)
		}
		return addon
	}
	switch {
	case v.EmptyVol:
		return source("volume-empty", "", "")
	case v.HostPath != "":
		return source("volume-hostpath", "hostPath", v.HostPath)
	case v.SecretName != "":
		return source("volume-secret", "secretName", v.SecretName)
	case v.ConfigMapName != "":
		addon.MapOptions = map[string]map[string]v1alpha2.OptionValue{"items": texts(v.Items)}
		return source("volume-cm", "configMapName", v.ConfigMapName)
	default:
		return source("volume-pvc", "claimName", v.ClaimName)
	}
}

func (v MetricVolume) isEmpty() bool {
	return v.Path == "" && len(v.sources()) == 0
}

// texts returns the values that are not empty, as values of options.
func texts(values map[string]string) map[string]v1alpha2.OptionValue {
	options := map[string]v1alpha2.OptionValue{}
	for name, value := range values {
		if value != "" {
			options[name] = v1alpha2.OptionValue(value)
		}
	}
	return options
}

func (s *MetricSetSpec) setLegacy() v1alpha2.MetricSetLegacy {
	legacy := v1alpha2.MetricSetLegacy{Set: true, MetricType: string(standaloneMetric), Completions: s.Completions}
	if len(s.Metrics) > 0 {
		legacy.MetricType = string(typeOf(s.Metrics[0].Name))
	}
	if s.Application != nil {
		legacy.ApplicationImage, legacy.ApplicationCommand = s.Application.Image, s.Application.Command
	}
	if s.Storage != nil {
		volume := s.Storage.Volume
		legacy.StorageVolume = v1alpha2.StorageVolume{
			Path: volume.Path, HostPath: volume.HostPath, SecretName: volume.SecretName,
			ClaimName: volume.ClaimName, ConfigMapName: volume.ConfigMapName,
		}
	}
	return legacy
}
