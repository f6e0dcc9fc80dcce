// Command definitions writes each CustomResourceDefinition in apis/crds, which is YAML, as JSON beside it. The program embeds the
// JSON, because reading YAML takes ten times as long.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"sigs.k8s.io/yaml"
)

func main() {
	if err := write("apis/crds"); err != nil {
		fmt.Fprintln(os.Stderr, "definitions:", err)
		os.Exit(1)
	}
}

func write(folder string) error {
	files, err := filepath.Glob(filepath.Join(folder, "*.yaml"))
	if err != nil {
		return err
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		data, err := yaml.YAMLToJSON(text)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		if err := os.WriteFile(strings.TrimSuffix(file, ".yaml")+".json", append(data, '\n'), 0o644); err != nil {
			return err
		}
	}
	return nil
}
