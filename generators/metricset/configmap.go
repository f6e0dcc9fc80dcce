package metricset

import (
	"embed"
	"fmt"
	"maps"
	"strings"
	"sync"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/latchkey-dev/latchkey/generators/internal/shipped"
	"github.com/latchkey-dev/latchkey/generators/metricset/plan"
)

//go:embed shipped
var scriptFiles embed.FS

// scripts reads all scripts once, for all sets.
var scripts = sync.OnceValue(func() *shipped.Library { return shipped.Read(scriptFiles) })

// newConfigMap returns the ConfigMap with the scripts and the user's texts. Each text has a key of its own and stays as
// it was written. The ConfigMap is immutable, so kubelets need not watch it. Its name ends in a hash of its content:
// while a pod still uses an old ConfigMap, the kubelet serves it to new pods, if the new one has the same name.
func newConfigMap(s set) *corev1.ConfigMap {
	var uses []shipped.Use
	texts := map[string]string{}
	for _, job := range s.jobs {
		for _, container := range job.Containers {
			if container.Script != "" {
				own := textsOf(container)
				maps.Copy(texts, own)
				uses = append(uses, s.uses(job, container, own)...)
			}
		}
	}
	data, hash := scripts().Select(uses).With(texts)
	return &corev1.ConfigMap{
		TypeMeta:   metav1.TypeMeta{APIVersion: "v1", Kind: "ConfigMap"},
		ObjectMeta: s.meta(s.ms.Name + "-" + hash),
		Data:       data,
		Immutable:  new(true),
	}
}

// uses returns the scripts that a container runs. Some texts source or run further scripts.
func (s set) uses(job plan.Job, container plan.Container, texts map[string]string) []shipped.Use {
	var kinds []string
	for key := range texts {
		kinds = append(kinds, strings.TrimPrefix(key, container.Key+"."))
	}
	var uses []shipped.Use
	for _, script := range append([]string{container.Script}, container.Sources...) {
		uses = append(uses, shipped.NewUse(script, newEnvironment(s, job, container), kinds, nil))
	}
	return uses
}

// textsOf returns the texts that a container's script runs and prints. Their keys begin with the container's key.
func textsOf(container plan.Container) map[string]string {
	var records strings.Builder
	for _, record := range container.Records {
		records.WriteString(record.Lines())
	}
	texts := map[string]string{}
	add := func(part, text string) { texts[container.Key+"."+part] = text }
	if container.Role != plan.Prepare {
		add("metadata", records.String())
	}
	for part, all := range map[string][]string{"pre": container.Pre, "command": container.Commands(), "post": container.Post} {
		for i, text := range all {
			add(fmt.Sprintf("%s-%d", part, i), text)
		}
	}
	for part, text := range container.Texts {
		add(part, text)
	}
	return texts
}
