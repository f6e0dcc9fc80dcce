package study

import (
	"bytes"
	"fmt"
	"os"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/cli/internal/rendering"
	"github.com/latchkey-dev/latchkey/fn"
	"github.com/latchkey-dev/latchkey/internal/files"
	"github.com/latchkey-dev/latchkey/internal/runs"
)

// keep writes into the folder of results what the runs are made of: the options and objects that were given, with the namespace of the
// command line, and all that they become. A study that goes on becomes the same again, so each content is there once.
func keep(root *os.Root, result *rendering.Result, namespace string) (kept runs.Kept, err error) {
	sources, err := yaml.Marshal(latchkey.Latchkey{
		TypeMeta:   metav1.TypeMeta{APIVersion: latchkey.GroupVersion.String(), Kind: latchkey.Kind},
		ObjectMeta: metav1.ObjectMeta{Name: "options", Namespace: namespace},
		Spec:       result.Settings.Options,
	})
	if err != nil {
		return kept, fmt.Errorf("write the options: %w", err)
	}
	given, err := withoutSecrets(result.Input)
	if err != nil {
		return kept, err
	}
	applied, err := withoutSecrets(result.Items)
	if err != nil {
		return kept, err
	}
	if kept.Sources, err = files.Keep(root, runs.SourcesFolder, runs.SourcesEnd, bytes.Join([][]byte{sources, given}, separator)); err != nil {
		return kept, err
	}
	kept.Manifests, err = files.Keep(root, runs.ManifestsFolder, runs.ManifestsEnd, files.Compressed(applied))
	return kept, err
}

// separator is between two documents of YAML.
var separator = []byte("---\n")

// secret are the fields with secrets, by the kinds of the objects that have them.
var secret = map[string][][]string{
	"Secret":      {{"data"}, {"stringData"}},
	"MiniCluster": {{"spec", "flux", "curveCert"}, {"spec", "flux", "curve_cert"}},
}

// withoutSecrets returns the YAML of objects, without what is secret in them. An object without secrets is as it was.
func withoutSecrets(items []*fn.Item) ([]byte, error) {
	texts, err := rendering.Documents(items)
	if err != nil {
		return nil, err
	}
	for i, item := range items {
		if fields := secret[item.Kind]; fields != nil {
			if texts[i], err = without(texts[i], fields); err != nil {
				return nil, fmt.Errorf("keep %s: %w", item, err)
			}
		}
	}
	return bytes.Join(texts, separator), nil
}

// without returns a document without some fields, and as it is if it has none of them. A copy of the object that kubectl keeps in an
// annotation has the fields too.
func without(document []byte, fields [][]string) ([]byte, error) {
	var object map[string]any
	if err := yaml.Unmarshal(document, &object); err != nil {
		return nil, err
	}
	has := false
	for _, path := range append(fields, []string{"metadata", "annotations", corev1.LastAppliedConfigAnnotation}) {
		if _, there, _ := unstructured.NestedFieldNoCopy(object, path...); there {
			unstructured.RemoveNestedField(object, path...)
			has = true
		}
	}
	if !has {
		return document, nil
	}
	return yaml.Marshal(object)
}
