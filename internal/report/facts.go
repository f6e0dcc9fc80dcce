package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Names of facts about a run. Others are "env NAME" for a variable, "label NAME", and "option METRIC NAME".
const (
	FactProgram  = "program" // record kinds of what ran
	FactSize     = "size"    // nodes of the run: its pods, if nothing says that they share nodes
	FactPods     = "pods"    // of the run, if they share nodes
	FactTasks    = "tasks"   // MPI processes
	FactPerNode  = "tasks per node"
	FactProblem  = "problem"             // how large the problem was, as the program says: "atoms=4000 steps=100"
	FactTotal    = "total problem"       // size of the problem of all processes, and what else describes it: "atoms=4000 steps=100"
	FactEach     = "problem per process" // likewise of each process
	FactStudy    = "study"               // label latchkey.dev/study
	FactSource   = "source"              // what of a study it is a run of
	FactRendered = "rendered"            // hash of what the run of a study was made of, but for its number
	FactFolder   = "folder"              // of logs without set.json
	FactFile     = "file"                // likewise
	FactJob      = "job"                 // name of the job inside a set or file, where its command is not known
	FactCommand  = "command"             // of the application
	FactImage    = "image"               // of the application
	FactQueue    = "queue policy"
	FactOptions  = "option flags" // of the submission, or of Flux's shell
	FactLogTasks = "tasks in the log"
	FactClock    = "clock"            // what says when the run started and ended: "Flux" or "marks in the log". "" is set.json
	FactLogNodes = "nodes in the log" // or record, if a name says another size
	FactDigest   = "image digest"
	FactResource = "resources"
	FactNodeType = "node type"
	FactCPU      = "cpu"       // how many, and the architecture
	FactCPUModel = "cpu model" // as the processor calls itself, if a log or a label says it
	FactKernel   = "kernel"
	FactKubelet  = "kubelet"
	FactOS       = "node os"
	FactRuntime  = "container runtime"
	FactServer   = "kubernetes"
	FactMemory   = "node memory"
	FactOthers   = "other images" // digests of the images beside the application's, by the names of the containers
	FactRelease  = "release"      // version of the program, as its log says
	FactFlux     = "flux version"
	FactMPI      = "mpi library" // name and version, as the logs say
	FactUnknown  = "not told"    // what the cluster did not tell when the record was made, and why
	FactVersion  = "latchkey"
	FactNode     = "node" // names of the nodes
	FactZone     = "zone"
)

// factThreads is what many programs say of themselves. Some count threads among their tasks.
const factThreads = "threads"

// FactOf returns the fact of a parameter of a study: its name, unless another fact or another column of CSV is called so.
func FactOf(parameter string) string {
	isFact := slices.ContainsFunc(factOrder, func(name string) bool { return slug(name) == parameter })
	if isFact || slices.Contains(slices.Concat(runColumns, quantityColumns), parameter) {
		return "parameter " + parameter
	}
	return parameter
}

// called returns the name by which a fact is compared: a parameter that says the same as the fact of its name, wherever it is known, is that fact.
func (r *Report) called(fact string) string {
	parameter, isParameter := strings.CutPrefix(fact, "parameter ")
	differs := func(run Run) bool {
		value, known := run.Facts[fact]
		return known && value != run.Facts[parameter]
	}
	if !isParameter || slices.ContainsFunc(r.Runs, differs) {
		return fact
	}
	return parameter
}

// factOrder are the facts in the order in which they are shown. Other facts come in the place of "".
var factOrder = []string{
	FactProgram, FactSize, FactPods, FactStudy, FactSource, FactFolder, FactFile, FactJob, FactImage, FactQueue, "", FactPerNode, FactTasks, FactProblem,
	FactTotal, FactEach, FactCommand, FactOptions, FactRendered, FactClock, FactLogTasks, FactLogNodes, FactNodeType, FactCPU, FactCPUModel, FactResource, FactDigest, FactOthers, FactRelease, FactFlux, FactMPI, FactKernel, FactOS,
	FactKubelet, FactRuntime, FactServer, FactVersion, FactNode, FactZone, FactMemory, FactUnknown,
}

// The author of a study chooses parameters: runs with equal parameters were meant to be equal. All facts are parameters but these.
var (
	// A circumstance is seen. Where it differs between runs that were meant to be equal, this is a finding.
	circumstances = append([]string{FactProblem, FactOptions, FactRendered, FactClock, FactLogTasks, FactResource}, surroundings...)
	// These are about where a run was, which no study chooses by itself.
	surroundings = []string{FactNodeType, FactCPU, FactCPUModel, FactDigest, FactOthers, FactRelease, FactFlux, FactMPI, FactKernel, FactOS, FactKubelet, FactRuntime, FactVersion}
	// These are never compared: where a run comes from, and what follows from the problem.
	uncompared = []string{FactLogNodes, FactNode, FactZone, FactTotal, FactEach, FactServer, FactMemory, FactUnknown}
)

func factIndex(name string) int {
	if i := slices.Index(factOrder, name); i >= 0 {
		return i
	}
	return slices.Index(factOrder, "")
}

func compareFacts(a, b string) int {
	return cmp.Or(cmp.Compare(factIndex(a), factIndex(b)), cmp.Compare(a, b))
}

// FactNames returns the names of all facts of a report, in the order in which they are shown.
func (r *Report) FactNames() []string {
	names := map[string]string{}
	for i := range r.Runs {
		maps.Copy(names, r.Runs[i].Facts)
	}
	return slices.SortedFunc(maps.Keys(names), compareFacts)
}

// SameFacts returns the names of the facts that are the same in all runs, and of those that differ.
func (r *Report) SameFacts() (same, differ []string) {
	for _, name := range r.FactNames() {
		if slices.ContainsFunc(r.Runs, func(run Run) bool { return run.Facts[name] != r.Runs[0].Facts[name] }) {
			differ = append(differ, name)
		} else {
			same = append(same, name)
		}
	}
	return same, differ
}

// isSet tells whether a user sets a fact, or leaves it out.
func isSet(name string) bool {
	kind, _, _ := strings.Cut(name, " ")
	return factIndex(name) == factIndex("") && slices.Contains([]string{"env", "label", "option", "attribute"}, kind)
}

// UnknownFacts returns what a reader wants to know of the origin of numbers, and all runs that count, or some, do not say.
func (r *Report) UnknownFacts() (ofAll, ofSome []string) {
	counted := slices.DeleteFunc(slices.Clone(r.Runs), func(run Run) bool { return !run.Counts() })
	for _, name := range []string{
		FactSize, FactTasks, FactImage, FactDigest, FactOthers, FactRelease, FactFlux, FactMPI, FactNode, FactNodeType, FactZone, FactCPU, FactCPUModel, FactMemory, FactKernel, FactOS, FactKubelet, FactRuntime,
		FactServer, FactVersion,
	} {
		isUnknown := func(run Run) bool { return run.Facts[name] == "" }
		switch others := slices.DeleteFunc(slices.Clone(counted), isUnknown); {
		case len(others) == len(counted):
		case len(others) == 0:
			ofAll = append(ofAll, name)
		default:
			ofSome = append(ofSome, name)
		}
	}
	return ofAll, ofSome
}

// find returns the fact that a user means, or "" for none: blanks, hyphens and underscores are one, and so are capitals.
func (r *Report) find(name string) (string, error) {
	plain := func(text string) string {
		return strings.ToLower(strings.NewReplacer("-", " ", "_", " ").Replace(text))
	}
	all := r.FactNames()
	for _, known := range append(all, "") {
		if plain(known) == plain(name) {
			return known, nil
		}
	}
	return "", fmt.Errorf("no run has the fact %q: the facts are \"%s\"", name, strings.Join(all, `", "`))
}

// CompareStrings compares numbers as numbers and other strings as strings, which come after them. Only equal strings are equal.
func CompareStrings(a, b string) int {
	first, err := strconv.ParseFloat(a, 64)
	second, also := strconv.ParseFloat(b, 64)
	switch {
	case err == nil && also == nil:
		return cmp.Or(cmp.Compare(first, second), cmp.Compare(a, b))
	case err == nil && b != "":
		return -1
	case also == nil && a != "":
		return 1
	}
	return cmp.Compare(a, b)
}

// FactNumber returns a fact as a number, or NaN.
func FactNumber(facts map[string]string, name string) float64 { return numberIn(facts[name]) }

func numberIn(text string) float64 {
	value, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return Unknown
	}
	return value
}
