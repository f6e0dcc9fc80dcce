package validate

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/cli/internal/cluster"
	"github.com/latchkey-dev/latchkey/cli/internal/rendering"
	"github.com/latchkey-dev/latchkey/fn"
	"github.com/latchkey-dev/latchkey/generators/transform"
	"github.com/latchkey-dev/latchkey/internal/changes"
	"github.com/latchkey-dev/latchkey/internal/kubectl"
)

// A question is an object that the server is asked about.
type question struct {
	// item is the object to apply that it is made of.
	item *fn.Item
	// object is the item itself, or a Job or a Pod of one of its pod templates.
	object map[string]any
	// path leads to the part of the item that the object has at its field "in".
	path, in []string
}

// isWhole tells whether the question is about an item as it is.
func (q question) isWhole() bool {
	return q.object["kind"] == q.item.Kind && len(q.path)+len(q.in) == 0
}

// An asker collects what the server says.
type asker struct {
	client  kubectl.Client
	result  *rendering.Result
	found   fn.Results
	refused map[*fn.Item]bool
	// present are the objects of which the server has one with the same name.
	present []*fn.Item
}

// askServer returns what the server says against the objects to apply. It is asked about each object as it is, about each pod
// template as a Job, and then about each template of what it accepts as a Pod: the Pod Security of a namespace refuses pods only.
func askServer(ctx context.Context, client kubectl.Client, result *rendering.Result) (fn.Results, error) {
	a := &asker{client: client, result: result, refused: map[*fn.Item]bool{}}
	var first, pods []question
	for _, item := range result.Items {
		content, err := item.Content()
		if err != nil {
			return nil, err
		}
		if !item.IsLocalConfig() && item.Kind != "Pod" { // a Pod is asked about below
			first = append(first, question{item: item, object: content})
		}
		view := &transform.Item{Group: item.Group(), Kind: item.Kind, Content: func() map[string]any { return content }}
		for _, template := range view.Templates("") {
			if template.IsWhole() {
				first, pods = append(first, jobOf(item, content, template)), append(pods, podOf(item, template))
			}
		}
	}
	if err := a.ask(ctx, first); err != nil {
		return nil, err
	}
	if err := a.ask(ctx, slices.DeleteFunc(pods, func(q question) bool { return a.refused[q.item] })); err != nil {
		return nil, err
	}
	return a.found, a.warnOfOthers(ctx)
}

// warnOfOthers warns of objects in the cluster that Latchkey has not made, and that applying would change.
func (a *asker) warnOfOthers(ctx context.Context) error {
	for _, item := range a.present {
		stream, err := rendering.Manifests([]*fn.Item{item})
		if err != nil {
			return err
		}
		found, err := a.client.Objects(ctx, stream, "--ignore-not-found", "--filename=-")
		if err != nil && !kubectl.IsForbidden(err) { // who may not read it cannot be warned
			return err
		}
		content, _ := item.Content() // it was read before
		for _, old := range found {
			if warning := changes.New(content).TakesOver(changes.New(old.Object)); warning != "" {
				from, _ := origin(a.result.Input, item, place{})
				a.found = append(a.found, from.Warning(warning))
			}
		}
	}
	return nil
}

// jobOf returns the Job of a pod template: the whole Job where the item has one.
func jobOf(item *fn.Item, content map[string]any, template transform.Template) question {
	q := question{item: item, path: template.Path, in: []string{"spec", "template"}}
	pod := map[string]any{"metadata": template.At("metadata"), "spec": with(template.At("spec"), "restartPolicy", "Never")}
	spec := map[string]any{"template": pod}
	if item.Kind == "JobSet" || item.Kind == "Job" {
		q.path, q.in = template.Path[:len(template.Path)-1], []string{"spec"}
		spec = specAt(content, q.path)
	}
	q.object = map[string]any{"apiVersion": "batch/v1", "kind": "Job", "metadata": metadataOf(item, nil), "spec": spec}
	return q
}

// podOf returns the Pod of a template. Its ServiceAccount may not be in the cluster yet.
func podOf(item *fn.Item, template transform.Template) question {
	return question{item: item, path: template.Path, object: map[string]any{
		"apiVersion": "v1", "kind": "Pod", "metadata": metadataOf(item, template.At("metadata")), "spec": with(template.At("spec"), "serviceAccountName", "default"),
	}}
}

// metadataOf gives an object a name of its own, so that the server has none of this name, and the labels and annotations of others.
func metadataOf(item *fn.Item, of any) map[string]any {
	metadata := map[string]any{"name": "latchkey-validate", "labels": transform.At(of, "labels"), "annotations": transform.At(of, "annotations")}
	if item.Namespace != "" {
		metadata["namespace"] = item.Namespace
	}
	return metadata
}

// specAt returns the map at a path with keys and indexes.
func specAt(content any, path []string) map[string]any {
	for _, step := range path {
		content = below(content)[step]
	}
	return below(content)
}

func with(spec any, name, value string) map[string]any {
	fields := maps.Clone(spec.(map[string]any)) // a template that is whole has one
	fields[name] = value
	return fields
}

// ask asks the server about objects. Its warnings count.
func (a *asker) ask(ctx context.Context, questions []question) error {
	var texts [][]byte
	for _, q := range questions {
		text, err := json.Marshal(q.object)
		if err != nil {
			return fmt.Errorf("write a question for the server: %w", err)
		}
		texts = append(texts, text)
	}
	answers, err := a.client.DryRun(ctx, texts, "create", "--warnings-as-errors")
	if err != nil {
		return err
	}
	for _, answer := range answers {
		switch q := questions[answer.At]; {
		case answer.Refusal == nil || cluster.BindsNew(q.item, a.result.Items, answer.Refusal):
		case q.isWhole() && q.item.Mark() != "" && kubectl.IsPresent(answer.Refusal):
			a.present = append(a.present, q.item)
			a.take(q, answer.Refusal.Lines)
		default:
			a.take(q, answer.Refusal.Lines)
		}
	}
	return nil
}

var (
	// heading is what kubectl and the server write before what is wrong.
	heading = regexp.MustCompile(`^(?:Error from server(?: \(\w+\))?: )?(?:error when creating "[^"]*": )?(?:(?:The )?\S+ "[^"]*" is (?:invalid|forbidden): ?)?`)
	// cause is a field and what is wrong with it.
	cause = regexp.MustCompile(`^(?:\* )?((?:spec|metadata|data|binaryData|rules|subjects|roleRef)(?:[.\[][^\s:]*)?): (.+)$`)
	// aside is not a finding: the number of warnings, and an object that is in the cluster.
	aside = regexp.MustCompile(`^\d+ warnings? received$|already exists$`)
	// podSecurity is what the server says of a workload whose pods it refuses or warns of: it says so of the Pod too.
	podSecurity = regexp.MustCompile(`^would violate PodSecurity `)
)

// take makes findings of the lines in which the server refuses an object or warns of it.
func (a *asker) take(q question, lines []string) {
	for _, line := range lines {
		line, isWarning := strings.CutPrefix(line, "Warning: ")
		line = heading.ReplaceAllString(line, "")
		if line == "" || aside.MatchString(line) || isWarning && q.object["kind"] != "Pod" && podSecurity.MatchString(line) {
			continue
		}
		if strings.Contains(line, `].dependsOn"`) {
			line = "JobSet is older than 0.8 and does not know dependsOn, without which jobs do not wait for each other: install JobSet 0.8 or later (" + line + ")"
		}
		line = strings.TrimPrefix(line, "[]: ") // the object as a whole
		a.refused[q.item] = a.refused[q.item] || !isWarning
		path := ""
		if found := cause.FindStringSubmatch(line); found != nil {
			path, line = found[1], found[2]
		}
		a.add(q, path, line, isWarning)
	}
}

// add adds a finding at the field of the input, once: all runs of a study have it.
func (a *asker) add(q question, path, what string, isWarning bool) {
	content, _ := q.item.Content() // it was read before
	var wanted place
	if steps := stepsOf(path); len(steps) > len(q.in) {
		wanted = at(content, slices.Concat(q.path, steps[len(q.in):]))
	}
	from, where := origin(a.result.Input, q.item, wanted)
	what = "the server says: " + what
	switch {
	case len(wanted.path) > 0:
		what += fmt.Sprintf(" (%s of the %s)", fieldOf(wanted.path), q.item.Kind)
	case q.isWhole() && from.Key() != q.item.Key():
		what += fmt.Sprintf(" (%s %s)", q.item.Kind, q.item.Name)
	}
	problems := field.ErrorList{{Type: field.ErrorTypeInvalid, Field: where, BadValue: field.OmitValueType{}, Detail: what}}
	results := from.Problems(problems)
	if isWarning {
		results = from.Warnings(problems)
	}
	for _, result := range results {
		if !slices.ContainsFunc(a.found, func(other *fn.Result) bool { return fn.Line(other) == fn.Line(result) }) {
			a.found = append(a.found, result)
		}
	}
}
