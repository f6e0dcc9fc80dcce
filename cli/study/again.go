package study

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/cli/internal/exit"
	"github.com/latchkey-dev/latchkey/cli/internal/studies"
	"github.com/latchkey-dev/latchkey/fn"
	"github.com/latchkey-dev/latchkey/internal/files"
	"github.com/latchkey-dev/latchkey/internal/runs"
	"github.com/latchkey-dev/latchkey/internal/text"
)

// again returns what to render. If the only argument is a folder of results, that is standard input with the sources that are kept there.
// Their Secrets have no data, so they are left out and named.
func (o *runOptions) again(args []string) (paths []string, _ error) {
	if len(args) != 1 || !hasSources(args[0]) {
		return args, nil
	}
	file, data, err := keptSources(args[0])
	if err != nil {
		return nil, exit.BadInput(err)
	}
	items, problems := fn.ParseDocuments(file, data)
	if fn.HasErrors(problems) {
		return nil, exit.Inputf("%s cannot be read: %s", file, problems[0].Message)
	}
	var texts [][]byte
	for _, item := range items {
		text, err := o.anew(item)
		if err != nil {
			return nil, err
		}
		if text != nil {
			texts = append(texts, text)
		}
	}
	o.source, o.Stdin = args[0], bytes.NewReader(bytes.Join(texts, separator))
	o.ReplaceNamespace = o.Namespace != ""
	return []string{"-"}, nil
}

// anew returns what to read of an item that is kept. That is nothing for the options, which hold as they are with the namespace, and for
// Secrets.
func (o *runOptions) anew(item *fn.Item) ([]byte, error) {
	switch {
	case item.IsLatchkey():
		options, problems := item.Options(o.Kinds)
		o.Kept, o.Namespace = options, cmp.Or(o.Namespace, item.Namespace)
		if fn.HasErrors(problems) {
			return nil, exit.Inputf("%s has options that this Latchkey does not know: %s", item.File, problems[0].Message)
		}
		return nil, nil
	case item.Kind == "Secret":
		o.Say(fmt.Sprintf("%s is not applied: the folder has no data of Secrets. Apply it yourself, if the cluster does not have it", text.Printable(item.String())))
		return nil, nil
	}
	var out bytes.Buffer
	err := item.Encode(&out)
	return out.Bytes(), err
}

// hasSources tells whether a path is a folder of results that keeps sources.
func hasSources(folder string) bool {
	info, err := os.Stat(filepath.Join(folder, runs.SourcesFolder))
	return err == nil && info.IsDir()
}

// keptSources returns the file with the sources of the Study that a folder of results keeps, and its content.
func keptSources(results string) (file string, data []byte, _ error) {
	kept := studies.Kept(results)
	study, err := os.ReadFile(kept)
	if err != nil {
		return "", nil, fmt.Errorf("%s has no Study, or several: name one file of %s", results, filepath.Join(results, runs.SourcesFolder))
	}
	root, err := os.OpenRoot(results)
	if err != nil {
		return "", nil, err
	}
	defer root.Close() //nolint:errcheck // a folder loses nothing
	var found []string
	entries, _ := fs.ReadDir(root.FS(), runs.SourcesFolder)
	for _, entry := range entries {
		name := path.Join(runs.SourcesFolder, entry.Name())
		text, err := files.Read(root, name)
		if err != nil {
			return "", nil, err
		}
		if sum, _ := files.Digest(bytes.NewReader(text)); !strings.HasPrefix(entry.Name(), sum+".") {
			return "", nil, fmt.Errorf("%s has changed: its SHA-256 is %s", filepath.Join(results, name), sum)
		}
		if bytes.Contains(text, study) {
			found, data = append(found, filepath.Join(results, name)), text
		}
	}
	switch len(found) {
	case 0:
		return "", nil, fmt.Errorf("no file in %s has the Study of %s, so one of the two has changed: name the file to run in place of the folder", filepath.Join(results, runs.SourcesFolder), kept)
	case 1:
		return found[0], data, nil
	default:
		return "", nil, fmt.Errorf("the Study ran with several sources: name the file to run: %s", strings.Join(found, ", "))
	}
}

// pin gives images the digests with which they ran in a folder of results. An image of which the folder does not say one digest is an error.
func (o *runOptions) pin(items []*fn.Item) error {
	digests, err := digestsIn(o.source)
	if err != nil {
		return err
	}
	unpinned := map[string]bool{}
	for i, item := range items {
		if item.Kind != "JobSet" && item.Kind != "Job" {
			continue
		}
		content, err := item.Content()
		if err != nil {
			return fmt.Errorf("pin %s: %w", item, err)
		}
		pinImages(content, digests, unpinned)
		// Runs with other images are of another template: a folder has runs of one.
		other := item.Annotation(latchkey.AnnotationRendered) + "-pinned"
		if err := unstructured.SetNestedField(content, other, "metadata", "annotations", latchkey.AnnotationRendered); err != nil {
			return fmt.Errorf("pin %s: %w", item, err)
		}
		document, err := yaml.Marshal(content)
		if err != nil {
			return fmt.Errorf("pin %s: %w", item, err)
		}
		pinned, problems := fn.ParseDocuments("", document)
		if len(problems) > 0 || len(pinned) != 1 {
			return fmt.Errorf("pin %s: it cannot be read again", item)
		}
		items[i] = pinned[0]
	}
	var problems []error
	for _, image := range slices.Sorted(maps.Keys(unpinned)) {
		problems = append(problems, fmt.Errorf("%s cannot be pinned: the records of %s have %s of it from a registry, where one is needed: run the study without --pinned",
			text.Printable(image), o.source, text.Count(len(digests[image]), "digest")))
	}
	return exit.BadInput(errors.Join(problems...))
}

// digestsIn returns the digests of images that ran, as set.json has them, by the names of the images.
func digestsIn(results string) (map[string]map[string]bool, error) {
	digests := map[string]map[string]bool{}
	entries, err := os.ReadDir(results)
	for _, entry := range entries {
		record, err := runs.Read(filepath.Join(results, entry.Name()))
		if err != nil {
			continue // no folder of a set
		}
		for _, pod := range record.Pods {
			for _, c := range pod.Containers {
				_, digest, isOfRegistry := strings.Cut(c.ImageID, "@")
				if !isOfRegistry {
					continue
				}
				if digests[c.Image] == nil {
					digests[c.Image] = map[string]bool{}
				}
				digests[c.Image][digest] = true
			}
		}
	}
	return digests, err
}

// pinImages changes the images of all containers in a value, and notes those without one digest.
func pinImages(value any, digests map[string]map[string]bool, unpinned map[string]bool) {
	switch v := value.(type) {
	case []any:
		for _, one := range v {
			pinImages(one, digests, unpinned)
		}
	case map[string]any:
		image, isString := v["image"].(string)
		switch _, isContainer := v["name"].(string); {
		case !isString || !isContainer || strings.Contains(image, "@"):
		case len(digests[image]) == 1:
			for digest := range digests[image] {
				v["image"] = image + "@" + digest
			}
		default:
			unpinned[image] = true
		}
		for _, one := range v {
			pinImages(one, digests, unpinned)
		}
	}
}
