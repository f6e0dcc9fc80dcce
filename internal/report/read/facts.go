package read

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"k8s.io/utils/ptr"

	"github.com/latchkey-dev/latchkey/internal/report"
	"github.com/latchkey-dev/latchkey/internal/report/parse"
	"github.com/latchkey-dev/latchkey/internal/runs"
)

// describe adds to a run what is known of it: first what its job says, then what its set says, and then what its logs say.
func (u *unit) describe(run *report.Run, several bool) {
	if run.Job != nil {
		fromJob(run)
		if u.set != nil {
			delete(run.Facts, report.FactNode) // hosts of a job are pods; fromNodes knows the nodes
		}
	}
	if u.set == nil || several {
		fromCommands(run)
	}
	if u.set != nil && run.Job != nil {
		setFact(run, report.FactCommand, batchCommand(u.set.Command, run.Job.Name))
	}
	if run.Job != nil && run.Facts[report.FactCommand] == "" && (u.set == nil || !runInside.MatchString(run.Job.Name)) {
		setFact(run, report.FactJob, run.Job.Name)
	}
	if u.set != nil {
		fromStudy(run, u.set)
		fromSet(run, u.set)
		fromNodes(run, u.set)
	}
	fromLogs(run)
	setTimes(run, u.set, several)
	run.State, run.Reason = stateOf(run, u.set, several)
}

// setFact sets a fact that is not set yet.
func setFact(run *report.Run, name, value string) {
	if value != "" && run.Facts[name] == "" {
		run.Facts[name] = value
	}
}

func fromJob(run *report.Run) {
	job := run.Job
	setFact(run, report.FactSize, number(job.Nodes))
	setFact(run, report.FactTasks, number(job.Tasks))
	setFact(run, report.FactCommand, job.Command)
	setFact(run, report.FactOptions, job.Options)
	setFact(run, report.FactNode, job.Hosts)
	for name, value := range job.Attributes {
		if name != "study_id" {
			setFact(run, "attribute "+name, value)
		}
	}
}

// fromCommands takes over the command that a program prints of itself, as IOR does: runs with others are not repetitions.
func fromCommands(run *report.Run) {
	for _, s := range run.Sources {
		for _, r := range s.Results {
			setFact(run, report.FactCommand, printedBy(r, "command"))
		}
	}
}

// batchCommand returns the line of a batch that a job such as "line 2" ran, or "". Lines count from 0.
func batchCommand(batch, job string) string {
	number, isLine := strings.CutPrefix(job, "line ")
	at, err := strconv.Atoi(number)
	lines := strings.Split(batch, "\n")
	if !isLine || err != nil || at < 0 || at >= len(lines) {
		return ""
	}
	return strings.TrimSpace(lines[at])
}

// fromSet takes over what set.json says of the set.
func fromSet(run *report.Run, set *runs.Set) {
	setFact(run, report.FactSize, number(int(set.Size)))
	setFact(run, report.FactTasks, number(int(set.Tasks)))
	setFact(run, report.FactQueue, set.QueuePolicy)
	setFact(run, report.FactCommand, set.Command)
	setFact(run, report.FactOptions, set.OptionFlags)
	setFact(run, report.FactStudy, set.Labels[studyLabel])
	setFact(run, report.FactImage, set.Images[set.Application])
	setFact(run, report.FactResource, resourceText(set.Resources[set.Application]))
	setFact(run, report.FactVersion, set.Latchkey)
	setFact(run, report.FactServer, set.Kubernetes)
	setFact(run, report.FactFlux, set.Flux)
	setFact(run, report.FactMPI, set.MPI)
	setFact(run, report.FactUnknown, strings.Join(set.Unknown, "; "))
	for name, value := range set.Environment {
		setFact(run, "env "+name, value)
	}
	for name, value := range set.Labels {
		if name != studyLabel && !isManaged(name) {
			setFact(run, "label "+name, value)
		}
	}
}

// resourceText writes "cpu=2 memory=4Gi" for what is requested, and the limits if they differ.
func resourceText(r runs.Resources) string {
	var words []string
	for _, name := range slices.Sorted(maps.Keys(r.Requests)) {
		words = append(words, name+"="+r.Requests[name])
	}
	for _, name := range slices.Sorted(maps.Keys(r.Limits)) {
		if r.Limits[name] != r.Requests[name] {
			words = append(words, name+"<="+r.Limits[name])
		}
	}
	return strings.Join(words, " ")
}

// fromNodes takes over what set.json says of the application's pods and their nodes: all values that occur.
func fromNodes(run *report.Run, set *runs.Set) {
	found := map[string][]string{}
	add := func(fact, value string) { found[fact] = report.AddNew(found[fact], value) }
	known := 0         // pods whose node is known
	var hosts []string // of the job, which are pods
	if run.Job != nil {
		hosts = parse.HostsOf(run.Job.Hosts)
	}
	for _, pod := range set.Pods {
		isOther := len(hosts) > 0 && !slices.Contains(hosts, pod.Name[:max(0, strings.LastIndex(pod.Name, "-"))])
		if isOther || pod.Life != latestLife(set) || !slices.ContainsFunc(pod.Containers, func(c runs.Container) bool { return c.Name == set.Application }) {
			continue
		}
		if pod.Node != "" {
			known++
		}
		add(report.FactNode, pod.Node)
		for _, n := range set.Nodes {
			if n.Name == pod.Node {
				addNode(add, n)
			}
		}
		for _, c := range pod.Containers {
			if c.Name == set.Application {
				add(report.FactDigest, digestOf(c.ImageID))
			} else if c.ImageID != "" {
				add(report.FactOthers, c.Name+" "+digestOf(c.ImageID))
			}
		}
	}
	pods, nodes := int(set.Size), len(found[report.FactNode])
	if run.Job != nil && run.Job.Nodes > 0 {
		pods = run.Job.Nodes // of Flux, whose nodes are brokers
	}
	if known == pods && nodes < pods {
		run.Facts[report.FactSize], run.Facts[report.FactPods] = number(nodes), number(pods)
	}
	for fact, values := range found {
		slices.Sort(values)
		setFact(run, fact, strings.Join(values, ", "))
	}
}

func addNode(add func(fact, value string), n runs.Node) {
	add(report.FactNodeType, n.InstanceType)
	cpu := n.Architecture
	if n.CPUs > 0 {
		cpu = strings.TrimSpace(fmt.Sprintf("%v x %s", n.CPUs, cpu))
	}
	add(report.FactCPU, cpu)
	add(report.FactCPUModel, n.CPUModel)
	add(report.FactKernel, n.Kernel)
	add(report.FactOS, n.OS)
	add(report.FactRuntime, n.Runtime)
	if n.Memory > 0 {
		add(report.FactMemory, fmt.Sprintf("%.1f GiB", float64(n.Memory)/(1<<30)))
	}
	add(report.FactKubelet, n.Kubelet)
	add(report.FactZone, cmp.Or(n.Zone, n.Region))
}

// digestOf returns the digest of an image, or the whole text if it has none.
func digestOf(image string) string {
	if at := strings.Index(image, "sha256:"); at >= 0 {
		return image[at:]
	}
	return image
}

func latestLife(set *runs.Set) int32 {
	latest := int32(0)
	for _, pod := range set.Pods {
		latest = max(latest, pod.Life)
	}
	return latest
}

// isManaged tells whether programs write a label, so that it says nothing about a study.
func isManaged(label string) bool {
	prefix, _, found := strings.Cut(label, "/")
	return found && (strings.HasSuffix(prefix, "kubernetes.io") || strings.HasSuffix(prefix, "k8s.io") || prefix == "latchkey.dev")
}

// fromLogs takes the programs, their tasks and problems, and the options and pods of metrics from the logs.
func fromLogs(run *report.Run) {
	var programs, releases, tasks, nodes, problem []string
	told, unsaid := map[string][]string{}, map[string]bool{} // unsaid by an output of the run
	for _, s := range run.Sources {
		setFact(run, report.FactSize, number(s.Pods))
		for name, value := range s.Options {
			setFact(run, "option "+s.Metric+" "+name, value)
		}
		for _, r := range s.Results {
			if isOutput(r) && len(r.Kind.Merit) > 0 && r.Kind.Name != "time" {
				programs = report.AddNew(programs, r.Kind.Name)
				if version := printedBy(r, "version"); version != "" {
					releases = report.AddNew(releases, r.Kind.Title+" "+version)
				}
			}
			if number := product(r, r.Kind.Tasks); report.Known(number) {
				tasks = report.AddNew(tasks, report.Number(number))
			}
			if number := product(r, r.Kind.Nodes); report.Known(number) {
				nodes = report.AddNew(nodes, report.Number(number))
			}
			for _, name := range r.Kind.Facts {
				said := strings.ReplaceAll(printedBy(r, name), ";", ", ")
				told[name] = report.AddNew(told[name], said)
				unsaid[name] = unsaid[name] || said == "" && r.Fault == ""
			}
			for _, name := range r.Kind.Problem.Names() {
				if text := printedBy(r, name); text != "" {
					problem = report.AddNew(problem, name+"="+text)
				}
			}
		}
	}
	if len(nodes) == 1 {
		setFact(run, report.FactSize, nodes[0])
	}
	for name, values := range told {
		if len(values) > 0 && unsaid[name] {
			values = append(values, "not said")
		}
		setFact(run, report.FactOf(strings.ReplaceAll(name, "_", " ")), strings.Join(values, ", "))
	}
	slices.Sort(programs)
	setFact(run, report.FactProgram, strings.Join(programs, ", "))
	setFact(run, report.FactRelease, strings.Join(releases, ", "))
	setFact(run, report.FactProblem, strings.Join(problem, " "))
	text := strings.Join(tasks, ", ")
	setFact(run, report.FactTasks, text)
	if text != run.Facts[report.FactTasks] {
		setFact(run, report.FactLogTasks, text)
	}
	setProblem(run)
}

// printedBy returns the values or strings of a name in a result, or "".
func printedBy(r report.Result, name string) string {
	var all []string
	add := func(field *report.Field, value float64) {
		if field.Name == name && report.Known(value) {
			all = report.AddNew(all, report.Number(value))
		}
	}
	for _, v := range r.Values {
		add(v.Field, v.Value)
	}
	for _, t := range r.Texts {
		if t.Name == name {
			all = report.AddNew(all, t.Text)
		}
	}
	for _, t := range r.Tables {
		for _, c := range t.Columns {
			for _, value := range c.Values {
				add(c.Field, value)
			}
		}
	}
	return strings.Join(all, ";")
}

func number(value int) string {
	if value == 0 {
		return ""
	}
	return strconv.Itoa(value)
}

// setTimes sets the times and phases of a run. The times of its job win over the times of the set. If the set has several jobs,
// each has the phases of the set that come before the jobs.
func setTimes(run *report.Run, set *runs.Set, several bool) {
	phases := map[string]float64{}
	if set != nil {
		p := set.Phases
		for name, seconds := range map[string]*float64{
			report.PhasePods: p.Pods, report.PhaseContainers: p.Containers, report.PhaseBrokers: p.Brokers, report.PhasePull: p.Pull,
			report.PhaseHookUp: p.HookUp, report.PhaseApplication: p.Application,
		} {
			phases[name] = ptr.Deref(seconds, report.Unknown)
		}
		if !several {
			run.Start, run.End = ptr.Deref(set.Started, time.Time{}), ptr.Deref(set.Ended, time.Time{})
		}
	}
	if run.Job != nil {
		times := run.Job.Times
		if report.Known(times.Started) {
			run.Start = unix(times.Started)
		}
		if report.Known(times.Ended) {
			run.End = unix(times.Ended)
			clock := "Flux"
			if !report.Known(times.Init) {
				clock = "marks in the log"
			}
			setFact(run, report.FactClock, clock)
		}
		if set == nil || several {
			phases[report.PhaseStart], phases[report.PhaseApplication] = times.Started-times.Init, times.Ended-times.Started
		}
	}
	for name, seconds := range phases {
		if report.Known(seconds) {
			run.Phases[name] = seconds
		}
	}
}

func unix(seconds float64) time.Time { return time.UnixMicro(int64(seconds * 1e6)).UTC() }
