//go:build e2e

package differential

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"

	krm "github.com/kptdev/krm-functions-sdk/go/fn"
	"k8s.io/apimachinery/pkg/runtime"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	kyaml "sigs.k8s.io/kustomize/kyaml/yaml"
	"sigs.k8s.io/yaml"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/fn"
	"github.com/latchkey-dev/latchkey/generators"
)

// A finding is an error of Latchkey: the field, and what is wrong there.
type finding struct{ field, message string }

func (f finding) String() string { return f.field + ": " + f.message }

// class is the same for the same mistake in another place.
func (f finding) class() string {
	return index.ReplaceAllString(f.field, "[]") + ": " + classOf(f.message)
}

// render returns the output of `latchkey render` for a package under options, or the reason why there is none.
func render(objects []tree, options latchkey.Options) (rendered []tree, errs []finding, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("latchkey panics: %v", fault)
		}
	}()
	items, problems := parsed(objects)
	list, err := fn.Process(&fn.ResourceList{Items: items, Results: problems}, fn.Settings{CommandLine: true, Options: options})
	if err != nil {
		return nil, nil, err
	}
	for _, result := range list.Results {
		if result.Severity != krm.Error {
			continue
		}
		found := finding{message: result.Message}
		if result.Field != nil {
			found.field = result.Field.Path
		}
		errs = append(errs, found)
	}
	if len(errs) > 0 {
		return nil, errs, nil
	}
	for _, item := range list.Items {
		if !item.Generated() && !item.Edited() {
			continue
		}
		object, err := objectOf(item)
		if err != nil {
			return nil, nil, err
		}
		rendered = append(rendered, object)
	}
	return rendered, nil, nil
}

func parsed(objects []tree) ([]*fn.Item, fn.Results) {
	var whole bytes.Buffer
	for _, object := range objects {
		text, err := yaml.Marshal(object)
		if err != nil {
			panic(err) // it came from JSON
		}
		whole.WriteString("---\n")
		whole.Write(text)
	}
	return fn.ParseDocuments("input.yaml", whole.Bytes())
}

func objectOf(item *fn.Item) (tree, error) {
	data, err := item.JSON()
	if err != nil {
		return nil, err
	}
	var object tree
	return object, utiljson.Unmarshal(data, &object)
}

// force returns the objects of a custom resource without validation. Fields of older releases are where they are today. It is false if
// there are no objects: the custom resource cannot be read, or the generator cannot use it.
func force(object tree) (rendered []tree, ok bool) {
	defer func() {
		if recover() != nil {
			rendered, ok = nil, false
		}
	}()
	text, err := yaml.Marshal(object)
	if err != nil {
		return nil, false
	}
	node, err := kyaml.Parse(string(text))
	if err != nil {
		return nil, false
	}
	for _, kind := range generators.Kinds() {
		for _, version := range kind.Versions {
			if kind.Group+"/"+version.Name != textOf(object, "apiVersion") || kind.Name != textOf(object, "kind") {
				continue
			}
			moved, _, _ := version.Moved(node.YNode())
			typed, problems := version.Decode(moved)
			if len(problems) > 0 {
				return nil, false
			}
			annotations := typed.GetAnnotations()
			delete(annotations, latchkey.AnnotationAttachTo) // a set that is not attached is judged alike
			delete(annotations, latchkey.AnnotationAttachSelector)
			typed.SetAnnotations(annotations)
			resolved, _, _ := generators.Resolve(kind, version, typed, latchkey.Options{})
			return trees(resolved.Expand())
		}
	}
	return nil, false
}

func trees(objects []runtime.Object) ([]tree, bool) {
	var all []tree
	for _, object := range objects {
		data, err := json.Marshal(object)
		if err != nil {
			return nil, false
		}
		var one tree
		if utiljson.Unmarshal(data, &one) != nil {
			return nil, false
		}
		delete(one, "status")
		all = append(all, one)
	}
	return all, len(all) > 0
}

// randomOptions gives some options and leaves the others out.
func randomOptions(r *rand.Rand) (latchkey.Options, string) {
	values, words := map[string]string{}, []string{}
	for _, option := range latchkey.OptionTable() {
		switch option.Name {
		case "include", "validateOnly", "sources":
			continue
		}
		if r.IntN(3) > 0 {
			continue
		}
		value := ""
		switch {
		case len(option.Values) > 0:
			value = pick(r, option.Values)
		case option.Placeholder == "name":
			value = pick(r, []string{"team-a", "a.b", strings.Repeat("q", 63), "q"})
		default:
			value = pick(r, []string{"0", "1", "60", "2147483647"})
		}
		values[option.Name] = value
		words = append(words, option.Name+"="+value)
	}
	options, problems := latchkey.OptionsFromStrings(values, latchkey.ConfigMapData)
	if len(problems) > 0 {
		return latchkey.Options{}, ""
	}
	return options, strings.Join(words, " ")
}
