package addons

import (
	"cmp"
	"strconv"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/names"
	"github.com/latchkey-dev/latchkey/generators/internal/workload"
	"github.com/latchkey-dev/latchkey/generators/metricset/options"
	"github.com/latchkey-dev/latchkey/generators/metricset/plan"
)

func workloadFlux() Addon {
	return define(About{
		Name:    "workload-flux",
		Summary: "run the measured command in a Flux instance of launcher and workers",
		URL:     "https://flux-framework.readthedocs.io/",
		Image:   fluxImage,
		Family:  "workload",

		Detached: "leave the addon out",
	}, fluxOptions{
		Submit: "submit", ConnectTimeout: "5s", QueuePolicy: "fcfs",
		LogLevel: 3, // errors: log readers take everything that is printed during the collection for output of the command
		viewing:  viewing{Mount: "/opt/share", Image: fluxImage},
	}, fluxOptions.run)
}

const (
	fluxName  = "flux-framework"
	fluxImage = "ghcr.io/rse-ops/spack-flux-rocky-view:tag-8"
)

type fluxOptions struct {
	Tasks          int    `option:"tasks" min:"0" help:"tasks of the command, -n; 0 for one on each node"`
	Submit         string `option:"submit" values:"submit,run,alloc" help:"command of Flux that runs the measured one"`
	OptionFlags    string `option:"optionFlags" help:"further flags of it"`
	PreCommand     string `option:"preCommand" help:"text for bash before Flux starts; the command sees what it exports"`
	Interactive    bool   `option:"interactive" help:"keep the instance after the command, until the container is stopped"`
	ConnectTimeout string `option:"connectTimeout" help:"how long a broker tries to reach another before it tries again"`
	Quorum         int    `option:"quorum" min:"0" help:"brokers that have to be there; 0 for all"`
	DebugZeroMQ    bool   `option:"debugZeroMQ" help:"have brokers log what ZeroMQ does"`
	LogLevel       int    `option:"logLevel" min:"0" max:"7" help:"what brokers log, from 0 to 7; below 4 they are silent unless something is wrong"`
	QueuePolicy    string `option:"queuePolicy" values:"fcfs,easy,hybrid,conservative" help:"queue policy of Fluxion"`
	fluxLeftovers
	viewing
}

// fluxLeftovers are options of the Metrics Operator that have no effect here. The brokers run as the user of their
// containers, and get their names from their pods.
type fluxLeftovers struct {
	FluxUser       string `option:"fluxUser" help:"no effect: Flux runs as the user of the container"`
	FluxUID        string `option:"fluxUid" help:"no effect: Flux runs as the user of the container"`
	LauncherLetter string `option:"launcherLetter" help:"no effect: names come from the pods"`
	WorkerLetter   string `option:"workerLetter" help:"no effect: names come from the pods"`
	LauncherIndex  string `option:"launcherIndex" help:"no effect: names come from the pods"`
	WorkerIndex    string `option:"workerIndex" help:"no effect: names come from the pods"`
}

func (o *fluxOptions) Validate(made plan.Plan, p *options.Problems) {
	o.check(fluxName, made, p)
	if pods := int(pods(made)); o.Quorum > pods {
		p.Invalid("quorum", "%d is too large: use %d or less, the number of pods", o.Quorum, pods)
	}
	if _, works := made.Container(plan.Work.Fits); len(made.Jobs) < 2 || !works {
		p.Findings.Invalid(p.Place("target"), field.OmitValueType{}, "%s",
			"Flux needs a launcher and workers: choose a metric that has them, with 2 pods or more")
	} else if o.Target != "" {
		p.Invalid("target", "Flux needs the programs in both the launcher and the workers: leave the option out")
	}
	if o.startsRanks(made) {
		p.Warn("submit", "the command begins with mpirun, which Flux would start once for each task: leave mpirun out of the command and of the prefix of the metric")
	}
	for _, name := range []string{"fluxUser", "fluxUid", "launcherLetter", "workerLetter", "launcherIndex", "workerIndex"} {
		if p.Given(name) {
			p.Warn(name, "it has no effect, because Flux runs as the user of the container, and learns names from the pods: leave it out")
		}
	}
}

// run makes a script start the brokers and submit the command, which the script gets as its arguments.
func (o fluxOptions) run(made plan.Plan, pods int32) plan.Plan {
	made = o.bring(fluxName, made)
	made.Each(o.fits, func(container *plan.Container) {
		if o.PreCommand != "" {
			container.Pre = append(container.Pre, o.PreCommand)
		}
		container.Wrappers = append(container.Wrappers, plan.Wrapper{Prefix: `/bin/bash "$LATCHKEY_FILES/flux-run.sh"`, Program: true})
		addSource(container, "flux-run.sh")
		container.Env = append(container.Env, o.environment(pods)...)
	})
	return made
}

func (o fluxOptions) environment(pods int32) workload.Environment {
	quorum := cmp.Or(o.Quorum, int(pods))
	broker := plan.Words("-Sbroker.quorum="+strconv.Itoa(quorum), "-Stbon.connect_timeout="+plan.Quote(o.ConnectTimeout),
		"-Slog-stderr-level="+strconv.Itoa(o.LogLevel))
	if o.DebugZeroMQ {
		broker += " -Stbon.zmqdebug=1"
	}
	return workload.Environment{}.
		Set("LATCHKEY_FLUX_VIEW", o.Mount+"/view").
		Set("LATCHKEY_FLUX_BROKER", broker).
		Set("LATCHKEY_FLUX_SUBMIT", o.submit(int(pods))).
		Set(names.QueuePolicy, o.QueuePolicy).
		Flag("LATCHKEY_FLUX_STAY", o.Interactive)
}

// submit returns the flux command and its flags. It has no -N when there are fewer tasks than nodes, because they
// cannot be on all nodes.
func (o fluxOptions) submit(pods int) string {
	words := []string{"flux", o.Submit}
	if o.Tasks == 0 || o.Tasks >= pods {
		words = append(words, "-N", strconv.Itoa(pods))
	}
	if o.Tasks > 0 {
		words = append(words, "-n", strconv.Itoa(o.Tasks))
	}
	if o.Submit == "submit" {
		words = append(words, "--quiet", "--watch")
	}
	return plan.Words(append(words, o.OptionFlags)...)
}
