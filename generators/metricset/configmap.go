package metricset

import (
	"embed"
	"fmt"
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/latchkey-dev/latchkey/generators/internal/metadata"
	"github.com/latchkey-dev/latchkey/generators/metricset/plan"
)

//go:embed shipped
var scriptFiles embed.FS

// newConfigMap returns the ConfigMap with the scripts and the user's texts. Each text has a key of its own and stays as
// it was written. The ConfigMap is immutable, so kubelets need not watch it. Its name ends in a hash of its content:
// while a pod still uses an old ConfigMap, the kubelet serves it to new pods, if the new one has the same name.
func newConfigMap(s set) *corev1.ConfigMap {
	data := map[string]string{}
	for _, job := range s.jobs {
		for _, container := range job.Containers {
			if container.Script != "" {
				for _, name := range append([]string{container.Script}, container.Sources...) {
					addScript(data, name)
				}
				addTexts(data, container)
			}
		}
	}
	return &corev1.ConfigMap{
		TypeMeta:   metav1.TypeMeta{APIVersion: "v1", Kind: "ConfigMap"},
		ObjectMeta: s.meta(s.ms.Name + "-" + metadata.DataHash(data)),
		Data:       data,
		Immutable:  new(true),
	}
}

// addScript adds a script and the scripts that it sources. They are embedded, so a missing one is a mistake in the
// build.
func addScript(data map[string]string, name string) {
	if _, known := data[name]; known {
		return
	}
	text, err := scriptFiles.ReadFile("shipped/" + name)
	if err != nil {
		panic(err)
	}
	data[name] = string(text)
	for line := range strings.Lines(string(text)) {
		if source, ok := strings.CutPrefix(line, `. "$LATCHKEY_FILES/`); ok {
			addScript(data, strings.TrimSuffix(strings.TrimSpace(source), `"`))
		}
	}
}

// addTexts adds the texts that a container's script runs and prints. Their keys begin with the container's key.
func addTexts(data map[string]string, container plan.Container) {
	var records strings.Builder
	for _, record := range container.Records {
		records.WriteString(record.Lines())
	}
	add := func(part, text string) { data[container.Key+"."+part] = text }
	add("metadata", records.String())
	for part, texts := range map[string][]string{"pre": container.Pre, "command": container.Commands(), "post": container.Post} {
		for i, text := range texts {
			add(fmt.Sprintf("%s-%d", part, i), text)
		}
	}
	for part, text := range container.Texts {
		add(part, text)
	}
}
