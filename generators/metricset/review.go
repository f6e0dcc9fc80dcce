package metricset

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/metricset/plan"
)

// review checks one planned metric together with its addons. It finds problems that only both together show.
func (r *planner) review(made plan.Plan, written v1alpha2.Metric, at *field.Path) {
	r.checkImage(at.Child("image"), written.Image)
	r.checkImage(at.Child("options", "viewImage"), string(written.Options["viewImage"]))
	for i, addon := range written.Addons {
		r.checkImage(at.Child("addons").Index(i).Child("options", "image"), string(addon.Options["image"]))
	}
	r.checkIndices(made, at)
	r.checkWatched(made, written, at)
	r.checkEnd(made, at)
	r.checkUser(made, at)
}

// checkUser warns of what a metric needs of its image in restricted pods, which run as a user whom the image may not know. Seen:
// ssh-keygen says "No user exists for uid 1000", and the launcher cannot write hostlist.txt into a directory of root.
func (r *planner) checkUser(made plan.Plan, at *field.Path) {
	if r.opts.PodSecurity != latchkey.PodSecurityRestricted {
		return
	}
	if _, launches := made.Container(plan.Work.Fits); launches {
		r.Warn(at, field.OmitValueType{}, "with the option podSecurity=Restricted, the metric runs as a user other than root: use an image that has the user 1000 in /etc/passwd, because ssh refuses other users, and a working directory in which this user can write")
	}
	needsView := func(_ plan.Job, c plan.Container) bool { return slices.Contains(c.Sources, "use-view.sh") }
	if _, has := made.Container(needsView); has {
		r.Warn(at.Child("addons"), field.OmitValueType{}, "with the option podSecurity=Restricted, the metric runs as a user other than root: use an image in which the user 1000 can write to /opt/software, where the programs of the addon look for libraries")
	}
}

// checkEnd warns of a metric that runs until the deadline of the set. An attached metric ends with the brokers.
func (r *planner) checkEnd(made plan.Plan, at *field.Path) {
	for _, job := range made.Jobs {
		if !job.Ends && (job.Has(plan.Measure) || job.Has(plan.Watch)) && r.pod == nil {
			r.Warn(at.Child("options", "completions"), 0, "0, the default, takes samples until the time in deadlineSeconds is over: write a number of samples")
		}
	}
}

// checkImage checks an image that a user wrote. It warns when the name does not fix the content, because each node keeps the
// image that it pulled under that name. Default images of the catalogue are not checked: most have no other tag.
func (r *planner) checkImage(at *field.Path, image string) {
	if image == "" || !r.Image(at, image) || strings.Contains(image, "@") {
		return
	}
	_, tag, _ := strings.Cut(image[strings.LastIndex(image, "/")+1:], ":")
	if tag == "" || tag == "latest" {
		r.Warn(at, image, "%q may be a different image on each node, because what its tag means may change: use a fixed tag, or a digest as in image@sha256:...", image)
	}
}

// ranks finds the number of ranks that an MPI launcher will start.
var ranks = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\bmpi(?:run|exec)\s(?:[^;|&\n]*?\s)?--?np?[ =]+(\d+)\b`)
})

// oversubscribe finds the option that lets mpirun put more ranks on a host than the host has slots. With "no" before
// it, the option means the opposite and is not found.
var oversubscribe = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)(?:\s--?|:)oversubscribe\b`) })

// checkRanks warns of ranks that do not fit into the CPU limits of the pods. How many cores a node has, which Open MPI takes for the
// number of slots where the host list says none, is not known.
func (r *planner) checkRanks(made plan.Plan, at *field.Path) {
	launcher, found := made.Container(usesLauncher)
	limit := launcher.Resources.Limits.Cpu().MilliValue()
	if !found || limit == 0 || launcher.Env.Has("LATCHKEY_SLOTS") {
		return
	}
	for _, text := range append(launcher.Commands(), launcher.Files["problem"]) {
		match := ranks().FindStringSubmatch(text)
		if match == nil || oversubscribe().MatchString(text) {
			continue
		}
		if wanted, err := strconv.Atoi(match[1]); err == nil && int64(wanted)*1000 > limit*int64(r.pods()) {
			r.Warn(at.Child("options", "command"), field.OmitValueType{}, "%d ranks do not fit on %d pods with a CPU limit of %s each: raise the limit, or use more pods or fewer ranks",
				wanted, r.pods(), launcher.Resources.Limits.Cpu())
			return
		}
	}
}

// usesLauncher fits a launcher. A launcher writes the list of hosts even if it has no workers.
func usesLauncher(_ plan.Job, c plan.Container) bool {
	return c.Role == plan.Measure && c.Env.Has("LATCHKEY_LAUNCHER_JOB")
}

// checkIndices reports commands for indexes of pods that do not exist.
func (r *planner) checkIndices(made plan.Plan, at *field.Path) {
	if r.pod != nil && r.pod.Flux == nil {
		return // the number of pods is not known, and may change
	}
	for _, job := range made.Jobs {
		for _, container := range job.Containers {
			for _, name := range slices.Sorted(maps.Keys(container.Files)) {
				index, numbered := strings.CutPrefix(name, plan.WatchFile+"-")
				if number, err := strconv.Atoi(index); numbered && err == nil && number >= int(job.Completions) {
					r.Invalid(at.Child("mapOptions", "commands").Key(index), index,
						"there is no pod of index %d: use an index up to %d, or more pods", number, job.Completions-1)
				}
			}
		}
	}
}

// checkWatched warns when the watched command differs from the application's command. With an entrypoint the user intends this.
func (r *planner) checkWatched(made plan.Plan, written v1alpha2.Metric, at *field.Path) {
	watcher, watches := made.Container(plan.Watch.Fits)
	watched := watcher.Files[plan.WatchFile]
	application, applies := made.Container(plan.Apply.Fits)
	if !watches || !applies || watched == "" {
		return
	}
	if argv := application.Command; len(argv) > 2 && argv[1] == "-c" && strings.Join(argv, " ") == watched {
		r.Warn(at.Child("options", "command"), argv[2],
			"a shell runs these commands, and only the shell is watched: write here the one command to watch, as it is written in the application, or write the option pattern for its command line")
		return
	}
	if r.ms.Legacy.Set {
		return
	}
	if strings.Contains(strings.Join(application.Command, " "), watched) {
		return
	}
	if slices.ContainsFunc(written.Addons, func(a v1alpha2.Addon) bool { return a.Options["entrypoint"] != "" }) {
		return
	}
	r.Warn(at.Child("options", "command"), watched,
		"%q is watched, but the application has another command: leave this command out to watch the other one, or move the other one into the option entrypoint of the application", watched)
}
