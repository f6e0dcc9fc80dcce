package study

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/findings"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/apis/names"
	"github.com/latchkey-dev/latchkey/apis/schema"
	"github.com/latchkey-dev/latchkey/generators/attach"
	"github.com/latchkey-dev/latchkey/generators/internal/workload"
	"github.com/latchkey-dev/latchkey/generators/transform"
)

// An Object is a source as a user wrote it, in any version.
type Object interface {
	metav1.Object
	runtime.Object
}

// A Run is what one run of a cell makes of a source.
type Run struct {
	// Of is the index of the source.
	Of     int
	Object Object
	// Cell has the values of the parameters, for messages.
	Cell string
}

// A Variation is what a study makes of the sources of its package.
type Variation struct {
	// Templates are the indexes of the sources of which the study makes runs. They become no sets themselves.
	Templates []int
	// Runs are in the order of the cells, their repetitions, and the templates.
	Runs   []Run
	Errors field.ErrorList
	// Edits give the references of the study and of its followers the present names of sources that have got a suffix.
	Edits []transform.Edit
}

// Vary makes the runs of a study. study has the names of the study, and sources are all sources of the package. The study
// need not have its defaults or be valid. With errors there are no runs, but the templates are known. Vary does not return
// the errors of Validate. Nothing that is handed in changes.
func Vary(s *latchkey.Study, study *Source, sources []Source) Variation {
	s = s.DeepCopy()
	Default(s)
	v := variation{study: s, by: study, sources: sources}
	v.findSources()
	out := Variation{Templates: slices.Concat(v.listed, v.followers), Edits: v.edits}
	cells, own := judge(s)
	if len(v.f.Errors) == 0 && len(v.listed) > 0 && len(v.listed) == len(s.Spec.Sources) {
		v.findFields(cells)
		v.findWords()
		// Other mistakes of the study leave its runs as they are, so that mistakes of the templates are reported too.
		if len(v.f.Errors) == 0 && !isAbout(own.Errors, "metadata") && len(cells) > 0 {
			out.Runs = v.runs(cells)
		}
	}
	if out.Errors = v.f.Errors; len(out.Errors) > 0 {
		out.Runs = nil
	}
	return out
}

// A variation holds what is known about a study and its sources.
type variation struct {
	study   *latchkey.Study
	by      *Source
	sources []Source
	// listed are the indexes of the sources that the study names, and followers those that are attached to them.
	listed, followers []int
	// targets are the fields to set, by the indexes of the sources.
	targets map[int][]target
	edits   []transform.Edit
	f       findings.Findings
}

// A target is a field that gets the value of a parameter.
type target struct {
	parameter, field string
	at               *field.Path
}

// findFields finds the sources that have the fields of the parameters, and tries all values. There are no cells if the study
// has errors.
func (v *variation) findFields(cells []Cell) {
	v.targets = map[int][]target{}
	for _, name := range findings.SortedKeys(v.study.Spec.Parameters) {
		values := v.valuesOf(name, cells)
		for i, path := range v.study.Spec.Parameters[name].Fields {
			t := target{name, path, parametersPath.Key(name).Child("fields").Index(i)}
			if !isVariable(path) {
				v.f.Invalid(t.at, path, "%q cannot be varied: use a field of spec, or a label or annotation of your own", path)
				continue
			}
			if !v.findField(t, v.listed, values) && !v.findField(t, v.followers, values) {
				v.refuse(t)
			}
		}
	}
}

// valuesOf returns the values of a parameter, each once: those in cells, or those that are listed if there are no cells.
func (v *variation) valuesOf(name string, cells []Cell) []string {
	var values []string
	for _, cell := range cells {
		values = append(values, cell.Values[name])
	}
	if len(cells) == 0 {
		for _, value := range v.study.Spec.Parameters[name].Values {
			values = append(values, string(value))
		}
	}
	slices.Sort(values)
	return slices.Compact(values)
}

// findField notes the sources that have a field, and tells whether there are any. It reports values that the field refuses.
func (v *variation) findField(t target, among []int, values []string) (found bool) {
	for _, of := range among {
		object := v.sources[of].Object.DeepCopyObject()
		if err := schema.Set(object, v.sources[of].Schema, t.field, ""); err != nil && err.Type == field.ErrorTypeForbidden {
			continue
		}
		v.targets[of], found = append(v.targets[of], t), true
		for _, value := range values {
			if err := schema.Set(object, v.sources[of].Schema, t.field, value); err != nil {
				v.f.Invalid(t.at, t.field, "%s of %s cannot be %q: %s", t.field, v.sources[of].Item, value, err.Detail)
			}
		}
	}
	return found
}

// isVariable tells whether a study may set a field. What it writes into each run itself would not stay.
func isVariable(path string) bool {
	for _, own := range []string{names.StudyLabel, names.CellLabel, names.RunLabel, latchkey.AnnotationParameters} {
		if strings.Contains(path, own) {
			return false
		}
	}
	return strings.HasPrefix(path, "spec") || strings.HasPrefix(path, "metadata.labels") || strings.HasPrefix(path, "metadata.annotations")
}

// refuse reports a field that no source has. It names the source in which the path leads furthest.
func (v *variation) refuse(t target) {
	var furthest *field.Error
	var source Source
	for _, of := range slices.Concat(v.listed, v.followers) {
		err := schema.Set(v.sources[of].Object.DeepCopyObject(), v.sources[of].Schema, t.field, "")
		if furthest == nil || len(err.Field) > len(furthest.Field) {
			furthest, source = err, v.sources[of]
		}
	}
	v.f.Invalid(t.at, t.field, "%s of %s: %s", t.field, source.Item, furthest.Detail)
}

// runs returns the runs of all cells. findFields has tried all values.
func (v *variation) runs(cells []Cell) (all []Run) {
	made := map[string]Cell{}
	for _, cell := range cells {
		objects := v.objectsOf(cell)
		content := contentOf(objects)
		if other, twice := made[content]; twice {
			if len(unused(v.study)) == 0 { // else it follows from what Validate reports
				v.f.Invalid(parametersPath, field.OmitValueType{}, "the cells %q and %q give the same objects: leave out a value, or write fields that differ", other, cell)
			}
			return nil
		}
		made[content] = cell
		for _, repetition := range v.repetitions() {
			all = append(all, v.named(objects, cell, repetition)...)
		}
	}
	return all
}

// repetitions returns the numbers of the sets of a cell, or "" for the one set that has all runs inside.
func (v *variation) repetitions() []string {
	if v.study.Spec.Repeat.Inside {
		return []string{""}
	}
	var all []string
	for repetition := range int(*v.study.Spec.Repeat.Count) {
		all = append(all, strconv.Itoa(repetition+1))
	}
	return all
}

// findWords reports words that no command of the templates has.
func (v *variation) findWords() {
	words, found := map[string]string{}, map[string]bool{}
	for _, parameter := range v.study.Spec.Parameters {
		words[parameter.Text] = ""
	}
	for _, of := range slices.Concat(v.listed, v.followers) {
		replaceWords(v.sources[of].Object.DeepCopyObject().(Object), words, found)
	}
	for _, name := range findings.SortedKeys(v.study.Spec.Parameters) {
		if word := v.study.Spec.Parameters[name].Text; word != "" && !found[word] {
			v.f.Invalid(parametersPath.Key(name).Child("text"), word, "no command, argument, option flag or option of %s contains the word %q: write the word there, or leave text out",
				v.titles(), word)
		}
	}
}

// titles names the sources of the study.
func (v *variation) titles() string {
	var titles []string
	for _, of := range slices.Concat(v.listed, v.followers) {
		titles = append(titles, v.sources[of].Item.String())
	}
	return strings.Join(titles, " and ")
}

// objectsOf returns the templates with the values of a cell.
func (v *variation) objectsOf(cell Cell) []Object {
	words := map[string]string{}
	for name, parameter := range v.study.Spec.Parameters {
		if parameter.Text != "" {
			words[parameter.Text] = cell.Values[name]
		}
	}
	var objects []Object
	for _, of := range slices.Concat(v.listed, v.followers) {
		object := v.sources[of].Object.DeepCopyObject().(Object)
		replaceWords(object, words, map[string]bool{})
		for _, t := range v.targets[of] {
			_ = schema.Set(object, v.sources[of].Schema, t.field, cell.Values[t.parameter])
		}
		objects = append(objects, object)
	}
	return objects
}

func contentOf(objects []Object) string {
	text, err := json.Marshal(objects)
	if err != nil { // sources have a JSON form
		panic(err)
	}
	return workload.DataSum(map[string]string{"": string(text)})
}

// named returns copies of the objects of a cell for one of its sets.
func (v *variation) named(objects []Object, cell Cell, repetition string) []Run {
	parameters, err := json.Marshal(cell.Values)
	if err != nil { // it is a map of strings
		panic(err)
	}
	ending, labels := "-"+cell.Hash(), map[string]string{names.StudyLabel: v.by.Item.Name, names.CellLabel: cell.Hash()}
	if repetition != "" {
		ending += "-" + repetition
		labels[names.RunLabel] = repetition
	}
	runs := make([]Run, 0, len(objects))
	for at, of := range slices.Concat(v.listed, v.followers) {
		object, source := objects[at].DeepCopyObject().(Object), v.sources[of]
		object.SetName(source.Item.Name + ending)
		object.SetLabels(workload.Merged(object.GetLabels(), labels))
		annotations := map[string]string{latchkey.AnnotationParameters: string(parameters)}
		if to := v.target(source); to >= 0 {
			annotations[latchkey.AnnotationAttachTo] = v.sources[to].Item.Name + ending
		}
		if repetition == "" && source.Item.Kind == attach.MiniCluster {
			annotations[latchkey.AnnotationRepeat] = strconv.Itoa(int(*v.study.Spec.Repeat.Count))
		}
		const validateOnly = latchkey.Prefix + "validate-only"
		if value, ok := v.study.Annotations[validateOnly]; ok {
			annotations[validateOnly] = value
		}
		object.SetAnnotations(workload.Merged(object.GetAnnotations(), annotations))
		runs = append(runs, Run{of, object, cell.String()})
	}
	return runs
}
