// Package rendering reads sources and renders them, as render, validate, diff and graph do.
package rendering

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"

	krm "github.com/kptdev/krm-functions-sdk/go/fn"
	"k8s.io/utils/ptr"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/cli/internal/exit"
	"github.com/latchkey-dev/latchkey/cli/internal/input"
	"github.com/latchkey-dev/latchkey/fn"
	"github.com/latchkey-dev/latchkey/internal/text"
)

// An Input says what to render.
type Input struct {
	Paths []string
	// Directory is the directory of the output, or "".
	Directory string
	// JudgesNames says that warnings about namespaces and about names with --suffix are among the findings. Only the command line
	// can give them: kustomize and kpt may change both after the function.
	JudgesNames bool
	// Warn returns more warnings about input without errors, or is nil.
	Warn func(items []*fn.Item) fn.Results
}

// Result is what a run over the input gave.
type Result struct {
	Settings fn.Settings
	// Input are the objects that were read, and Items the objects to apply.
	Input, Items []*fn.Item
	Findings     fn.Results
}

// Render reads the input and runs the function over it. It returns no result if the command line is wrong or the function fails. Files
// that cannot be read become findings. If findings have errors, it returns them with a silent error, which is not printed.
func (o *Options) Render(in Input) (*Result, error) {
	settings, err := o.settings()
	if err != nil {
		return nil, err
	}
	if len(in.Paths) == 0 {
		return nil, exit.Usagef("name a file, a directory, or - for standard input")
	}
	reader := input.Reader{Stdin: o.Stdin, Ignore: o.Ignore}
	files, unread, unreadErr := reader.Read(in.Paths, o.Config)
	list := o.renamed(o.parse(withoutOwn(files, in.Directory)))
	out, err := fn.Process(list, settings)
	if err != nil {
		return nil, errors.New(fn.FaultReport(err))
	}
	result := &Result{Settings: settings, Input: list.Items, Items: toApply(out.Items, settings)}
	found := slices.Concat(list.Results, out.Results, duplicates(out.Items, settings.Kinds))
	if in.JudgesNames && !fn.HasErrors(found) {
		found = slices.Concat(found, warningsOfNamespace(result), o.warningsOfShared(result))
	}
	if in.Warn != nil && !fn.HasErrors(found) {
		found = slices.Concat(found, in.Warn(list.Items))
	}
	result.Findings = byPlace(slices.Concat(unread, found), files)
	if fn.HasErrors(found) || unreadErr == nil && o.Strict && len(found) > 0 {
		return result, exit.Silently(exit.Problems)
	}
	return result, unreadErr
}

// toApply leaves out sources unless the user wants to keep them. The function returns them if they are only validated.
func toApply(items []*fn.Item, settings fn.Settings) []*fn.Item {
	if settings.Options.Sources == latchkey.SourcesKeep {
		return items
	}
	return slices.DeleteFunc(slices.Clone(items), func(item *fn.Item) bool {
		return item.IsSource(settings.Kinds) && item.Annotation(latchkey.Prefix+"sources") != string(latchkey.SourcesKeep)
	})
}

// byPlace returns findings as a compiler prints them: file by file as the user named them, and from the top of a file to
// its end. Findings about files that were not read come first, and findings without a file last.
func byPlace(results fn.Results, files []input.File) fn.Results {
	rank := map[string]int{"": len(files) + 1}
	for at, f := range files {
		rank[f.Name] = at + 1
	}
	return slices.SortedStableFunc(slices.Values(results), func(a, b *fn.Result) int {
		return cmp.Or(cmp.Compare(rank[pathOf(a)], rank[pathOf(b)]), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
}

func pathOf(result *fn.Result) string {
	if result.File == nil {
		return ""
	}
	return result.File.Path
}

// Manifests returns objects as one stream of YAML, for kubectl.
func Manifests(items []*fn.Item) (io.Reader, error) {
	texts, err := Documents(items)
	return bytes.NewReader(bytes.Join(texts, []byte("---\n"))), err
}

// Documents returns the YAML of each object.
func Documents(items []*fn.Item) ([][]byte, error) {
	var texts [][]byte
	for _, item := range items {
		var out bytes.Buffer
		if err := item.Encode(&out); err != nil {
			return nil, fmt.Errorf("write the manifests: %w", err)
		}
		texts = append(texts, out.Bytes())
	}
	return texts, nil
}

// summary counts the objects of a run, or its findings if there are any: "7 objects: 1 ConfigMap, 1 JobSet, ...".
func (r *Result) summary() string {
	severities := map[krm.Severity]int{}
	for _, result := range r.Findings {
		severities[result.Severity]++
	}
	findings := fmt.Sprintf("%s, %s", text.Count(severities[krm.Error], "error"), text.Count(severities[krm.Warning], "warning"))
	if fn.HasErrors(r.Findings) || ptr.Deref(r.Settings.Options.ValidateOnly, false) {
		return fmt.Sprintf("%s read, %d of them to expand: %s", text.Count(len(r.Input), "object"), r.Sources(), findings)
	}
	return fmt.Sprintf("%s (%s)", fn.CountByKind(r.Items), findings)
}

// Sources counts the sources that were read.
func (r *Result) Sources() (count int) {
	for _, item := range r.Input {
		if item.IsSource(r.Settings.Kinds) {
			count++
		}
	}
	return count
}

// PrintFindingsOf prints the findings of a result for people, if there is a result.
func (o *Options) PrintFindingsOf(r *Result) {
	if r != nil {
		o.PrintFindings(r.Findings)
	}
}

// SayCounts ends the output with the line that --summary asks for.
func (o *Options) SayCounts(r *Result) {
	if o.Summary {
		o.Say(r.summary())
	}
}
