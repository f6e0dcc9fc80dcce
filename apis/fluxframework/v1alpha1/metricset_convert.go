package v1alpha1

import (
	"cmp"
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/utils/ptr"

	"github.com/latchkey-dev/latchkey/apis/findings"
	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
)

var (
	metricsPath     = specPath.Child("metrics")
	applicationPath = specPath.Child("application")
	storagePath     = specPath.Child("storage")
)

// ConvertTo returns the set as an object of v1alpha2, which lacks its defaults. The application and the storage become addons and
// options of each metric, so metrics may be mixed that v1alpha1 kept apart. Values without a field in v1alpha2 are kept in Legacy.
// found are warnings about what is left out, and fields are the fields that have another path in v1alpha2. The receiver is not
// changed, and the result shares no memory with it.
func (ms *MetricSet) ConvertTo() (converted *v1alpha2.MetricSet, found findings.Findings, fields findings.Fields) {
	old, c := ms.DeepCopy(), &conversion{fields: findings.Fields{}}
	spec := old.Spec
	if spec.Application != nil {
		spec.Application.Entrypoint = cmp.Or(spec.Application.Entrypoint, spec.Application.Command)
	}
	metrics := make([]v1alpha2.Metric, 0, len(spec.Metrics))
	for i, metric := range spec.Metrics {
		metrics = append(metrics, c.metric(&spec, metric, metricsPath.Index(i)))
	}
	converted = &v1alpha2.MetricSet{
		TypeMeta:   metav1.TypeMeta{APIVersion: v1alpha2.GroupVersion.String(), Kind: v1alpha2.MetricSetKind},
		ObjectMeta: old.ObjectMeta,
		Spec:       spec.MetricSetSpec,
		Legacy:     spec.legacy(),
	}
	converted.Spec.Metrics = metrics
	return converted, c.Findings, c.fields
}

func (c *conversion) metric(spec *MetricSetSpec, metric v1alpha2.Metric, at *field.Path) v1alpha2.Metric {
	if application := spec.Application; application != nil {
		if metric.Name == "perf-hpctoolkit" {
			c.profile(&metric, application, at)
		} else {
			if metric.Name == "perf-sysstat" && metric.MapOptions["commands"] == nil {
				c.option(&metric, "command", application.Command, at, applicationPath.Child("command"))
			}
			metric.Addons = append(metric.Addons, application.convert())
			c.moveApplication(at.Child("addons").Index(0))
		}
		for _, name := range findings.SortedKeys(application.Volumes) {
			c.volume(&metric, application.Volumes[name], name, at, applicationPath.Child("volumes").Key(name))
		}
	}
	if spec.Storage != nil {
		c.commands(&metric, spec.Storage.Commands, at)
		if volume := spec.Storage.Volume; volume.EmptyVol || volume.StorageVolume != (v1alpha2.StorageVolume{}) {
			c.volume(&metric, volume, "storage", at, storagePath.Child("volume"))
		}
	}
	if spec.Completions != 0 && typeOf(metric.Name) == standaloneMetric && spec.Completions != ptr.Deref(spec.Pods, 1) {
		c.Warn(specPath.Child("completions"), spec.Completions, "%d has no effect with %s: only metrics that watch an application or measure a storage have completions; leave it out", spec.Completions, metric.Name)
	}
	return metric
}

// option sets an option that comes from another field, unless the metric sets it itself.
func (c *conversion) option(metric *v1alpha2.Metric, name, value string, at, written *field.Path) {
	if _, isSet := metric.Options[name]; isSet || value == "" {
		return
	}
	if metric.Options == nil {
		metric.Options = map[string]v1alpha2.OptionValue{}
	}
	metric.Options[name] = v1alpha2.OptionValue(value)
	c.move(at.Child("options", name), written)
}

// commands sets the options of a metric that spec.storage.commands is for. v1alpha1 used no others.
func (c *conversion) commands(metric *v1alpha2.Metric, commands StorageCommands, at *field.Path) {
	path := storagePath.Child("commands")
	switch metric.Name {
	case "io-fio":
		c.option(metric, "prefix", commands.Prefix, at, path.Child("prefix"))
	case "io-sysstat", "io-ior":
		if commands.Prefix != "" {
			c.Warn(path.Child("prefix"), commands.Prefix, "%q has no effect with %s, which has no prefix: leave it out, or use an object of v1alpha2 with the addon commands", commands.Prefix, metric.Name)
		}
	default:
		return
	}
	c.option(metric, "pre", commands.Pre, at, path.Child("pre"))
	c.option(metric, "post", commands.Post, at, path.Child("post"))
}

// profile copies the application's fields to perf-hpctoolkit, which runs the application itself and does not watch it. The
// application then is not an addon.
func (c *conversion) profile(metric *v1alpha2.Metric, application *Application, at *field.Path) {
	metric.Image = application.Image
	c.move(at.Child("image"), applicationPath.Child("image"))
	for _, one := range []struct{ option, value, written string }{
		{"command", application.Entrypoint, "command"},
		{"workdir", application.WorkingDir, "workingDir"},
		{"pullSecret", application.PullSecret, "pullSecret"},
	} {
		if one.value != "" {
			delete(metric.Options, one.option)
		}
		c.option(metric, one.option, one.value, at, applicationPath.Child(one.written))
	}
	security := &metric.Attributes.SecurityContext
	security.Privileged = security.Privileged || application.Attributes.SecurityContext.Privileged
	if len(metric.Resources.Limits)+len(metric.Resources.Requests) == 0 {
		metric.Resources = application.Resources
	}
}

// convert sets the shell to bash, because bash read the entrypoint in v1alpha1.
func (a *Application) convert() v1alpha2.Addon {
	addon := v1alpha2.Addon{Name: "application", Options: optionValues(map[string]string{
		"name": "app", "shell": "/bin/bash",
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

// moveApplication notes where the addon of the application comes from.
func (c *conversion) moveApplication(addon *field.Path) {
	c.move(addon, applicationPath)
	c.move(addon.Child("options"), applicationPath)
	c.move(addon.Child("options", "workdir"), applicationPath.Child("workingDir"))
	c.move(addon.Child("options", "privileged"), applicationPath.Child("attributes", "securityContext", "privileged"))
	c.move(addon.Child("mapOptions", "resourceLimits"), applicationPath.Child("resources", "limits"))
	c.move(addon.Child("mapOptions", "resourceRequests"), applicationPath.Child("resources", "requests"))
}

// volume adds a volume to a metric. The name of the volume is part of its path.
func (c *conversion) volume(metric *v1alpha2.Metric, volume MetricVolume, name string, at, written *field.Path) {
	addon := at.Child("addons").Index(len(metric.Addons))
	c.move(addon, written)
	c.move(addon.Child("options"), written)
	c.move(addon.Child("mapOptions"), written)
	c.move(addon.Child("options", "name"), written)
	metric.Addons = append(metric.Addons, volume.convert(name))
}

// convert selects the source of the volume in the order of v1alpha1.
func (v MetricVolume) convert(name string) v1alpha2.Addon {
	addon := v1alpha2.Addon{Options: optionValues(map[string]string{"name": name, "path": v.Path})}
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
		addon.MapOptions = map[string]map[string]v1alpha2.OptionValue{"items": optionValues(v.Items)}
		return source("volume-cm", "configMapName", v.ConfigMapName)
	default:
		return source("volume-pvc", "claimName", v.ClaimName)
	}
}

// optionValues returns the values that are not empty, as values of options.
func optionValues(values map[string]string) map[string]v1alpha2.OptionValue {
	options := map[string]v1alpha2.OptionValue{}
	for name, value := range values {
		if value != "" {
			options[name] = v1alpha2.OptionValue(value)
		}
	}
	return options
}

// The types of metrics. The metadata lines of a set have the type of its first metric.
const (
	applicationMetric = "application"
	storageMetric     = "storage"
	standaloneMetric  = "standalone"
)

// typeOf returns the type of a metric, as in converged-computing/metrics-operator (v1alpha1).
func typeOf(metric string) string {
	switch {
	case metric == "perf-sysstat", metric == "perf-hpctoolkit", metric == "app-ldms":
		return applicationMetric
	case strings.HasPrefix(metric, "io-"):
		return storageMetric
	default:
		return standaloneMetric
	}
}

func (s *MetricSetSpec) legacy() v1alpha2.MetricSetLegacy {
	legacy := v1alpha2.MetricSetLegacy{Set: true, MetricType: standaloneMetric, Completions: s.Completions}
	if len(s.Metrics) > 0 {
		legacy.MetricType = typeOf(s.Metrics[0].Name)
	}
	if s.Application != nil {
		legacy.ApplicationImage, legacy.ApplicationCommand = s.Application.Image, s.Application.Command
	}
	if s.Storage != nil {
		legacy.StorageVolume = s.Storage.Volume.StorageVolume
	}
	return legacy
}
