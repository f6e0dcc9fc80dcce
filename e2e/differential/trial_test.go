//go:build e2e

package differential

import (
	"fmt"
	"math/rand/v2"
	"slices"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

// A seed is a package to change: the objects of a file.
type seed struct {
	name    string
	objects []tree
	// sources are the places of the custom resources among them.
	sources []int
}

// A trial is a package with a change in one of its custom resources.
type trial struct {
	seed
	changed int
	what    []string
	fields  []field
	// options are the options of the further renderings. The first rendering has none.
	options []latchkey.Options
	inWords []string
}

func (t trial) String() string { return fmt.Sprintf("%s: %q", t.name, t.what) }

// with returns the trial with another custom resource in place of the changed one.
func (t trial) with(object tree) trial {
	objects := append([]tree{}, t.objects...)
	objects[t.changed] = object
	t.objects = objects
	return t
}

// optionSets is the number of option sets under which a package is rendered besides the defaults.
const optionSets = 2

// unchanged returns a trial without a change for each custom resource of the seeds.
func unchanged(seeds []seed) []trial {
	var all []trial
	for at, each := range seeds {
		if at > 0 && seeds[at-1].name == each.name { // a seed of more weight
			continue
		}
		for _, source := range each.sources {
			all = append(all, trial{seed: each, changed: source})
		}
	}
	return all
}

// newTrial makes the trial of a number. The same number and seed make the same trial.
func newTrial(seeds []seed, definitions *definitions, run, number uint64) trial {
	r := rand.New(rand.NewPCG(run, number))
	chosen := pick(r, seeds)
	t := trial{seed: seed{name: chosen.name, sources: chosen.sources}, changed: pick(r, chosen.sources)}
	for _, object := range chosen.objects {
		t.objects = append(t.objects, clone(object).(tree))
	}
	m := &mutator{Rand: r, definitions: definitions}
	for _, each := range seeds {
		for _, at := range each.sources {
			m.others = append(m.others, each.objects[at])
		}
	}
	for wanted := pick(r, []int{1, 1, 1, 1, 2, 2, 3}); len(t.what) < wanted; {
		if what, at := m.mutate(t.objects[t.changed]); what != "" {
			t.what, t.fields = append(t.what, what), append(t.fields, at)
		}
	}
	if what := changeWorkload(r, t.objects); what != "" {
		t.what = append(t.what, what)
	}
	for range optionSets {
		options, words := randomOptions(r)
		t.options, t.inWords = append(t.options, options), append(t.inWords, words)
	}
	return t
}

// The outcomes of a trial.
const (
	agreed       = "both take it, and the server takes all that it becomes"
	bothRefuse   = "both refuse it"
	rightRefusal = "refused here alone, and the server would refuse what it would become"
	documented   = "refused here alone, by a rule of docs/refusals.md"
	leftToServer = "taken here, and refused by a rule that docs/refusals.md leaves to the server"
	stricter     = "FAULT: refused here alone, and docs/refusals.md does not say so"
	tooLenient   = "FAULT: taken here and refused by the server"
	badOutput    = "FAULT: the server refuses what it becomes"
	crash        = "FAULT: Latchkey crashes"
)

// A result is the outcome of a trial and the classes of its mistakes.
type result struct {
	outcome string
	classes []string
	// details are the findings in their own words.
	details []string
	objects int
}

// A comparer asks the server and Latchkey.
type comparer struct {
	server      *server
	definitions *definitions
	namespace   string
	rules       *rules
}

func (j *comparer) try(t trial) (result, error) {
	theirs, err := j.server.judge(j.definitions.asPublic(j.withoutNewer(t.objects[t.changed])), j.namespace, create)
	if err != nil {
		return result{}, err
	}
	if refused, err := j.refusesOthers(t); refused || err != nil {
		return result{outcome: bothRefuse}, err
	}
	rendered, errs, err := render(t.objects, latchkey.Options{})
	switch {
	case err != nil:
		return result{outcome: crash, classes: []string{classOf(err.Error())}, details: []string{err.Error()}}, nil
	case len(errs) > 0 && !theirs.taken:
		return result{outcome: bothRefuse}, nil
	case len(errs) > 0:
		return j.refusedHere(t, errs)
	case !theirs.taken && j.rules.leave(theirs.why):
		return result{outcome: leftToServer}, nil
	case !theirs.taken:
		return result{outcome: tooLenient, classes: theirs.why, details: theirs.why}, nil
	}
	found := result{outcome: agreed}
	return found, j.tryOutputs(t, rendered, &found)
}

// refusesOthers tells whether the server refuses an object of the package that is not Latchkey's. What it becomes is nobody's fault.
func (j *comparer) refusesOthers(t trial) (bool, error) {
	for at, object := range t.objects {
		if slices.Contains(t.sources, at) {
			continue
		}
		theirs, err := j.server.judge(object, j.namespace, create)
		if err != nil || !theirs.taken && !theirs.absent {
			return true, err
		}
	}
	return false, nil
}

// tryOutputs asks about the objects of a package, without options and with some.
func (j *comparer) tryOutputs(t trial, rendered []tree, found *result) error {
	if err := j.tryObjects(rendered, "", found); err != nil {
		return err
	}
	for i, options := range t.options {
		rendered, _, err := render(t.objects, options)
		if err != nil {
			*found = result{outcome: crash, classes: []string{classOf(err.Error())}, details: []string{err.Error()}}
			return nil
		}
		if err := j.tryObjects(rendered, t.inWords[i], found); err != nil {
			return err
		}
	}
	return nil
}

func (j *comparer) tryObjects(rendered []tree, options string, found *result) error {
	for _, object := range rendered {
		for at, each := range append([]tree{object}, become(object)...) {
			theirs, err := j.server.judge(each, j.namespace, create)
			if at == 0 && err == nil && theirs.taken { // a controller creates the others
				theirs, err = j.server.judge(each, j.namespace, apply)
			}
			if err != nil {
				return err
			}
			if theirs.absent {
				break
			}
			found.objects++
			if theirs.taken {
				continue
			}
			if j.rules.leave(theirs.why) { // its other jobs may be refused for another reason
				if found.outcome != badOutput {
					found.outcome = leftToServer
				}
				continue
			}
			found.outcome = badOutput
			found.classes = append(found.classes, theirs.why...)
			found.details = append(found.details, fmt.Sprintf("%s %s, options %q: %v", each["kind"], textOf(each, "metadata", "name"), options, theirs.why))
			break // what is made of it is refused for the same reason
		}
	}
	return nil
}

// refusedHere finds out whether the server would refuse the objects of a package that Latchkey refused. If not, it looks for
// a documented rule.
func (j *comparer) refusedHere(t trial, errs []finding) (result, error) {
	found := result{outcome: stricter}
	for _, each := range errs {
		found.classes, found.details = append(found.classes, each.class()), append(found.details, each.String())
	}
	if rendered, ok := force(t.objects[t.changed]); ok {
		var would result
		if err := j.tryObjects(rendered, "", &would); err != nil {
			return found, err
		}
		if would.outcome == badOutput {
			return result{outcome: rightRefusal}, nil
		}
	}
	if slices.ContainsFunc(errs, j.rules.hold) {
		return result{outcome: documented}, nil
	}
	return found, nil
}
