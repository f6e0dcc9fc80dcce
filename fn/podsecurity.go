package fn

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	krm "github.com/kptdev/krm-functions-sdk/go/fn"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/pod-security-admission/api"
	"k8s.io/pod-security-admission/policy"
	jobset "sigs.k8s.io/jobset/api/jobset/v1alpha2"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	attaching "github.com/latchkey-dev/latchkey/generators/attach"
)

// ptracePath is the path of the annotation that says which containers may trace.
var ptracePath = field.NewPath("metadata", "annotations").Key(latchkey.Prefix + "ptrace")

// A demand is a standard that pods have to satisfy, because a Namespace among the items enforces it or because the option podSecurity says so.
type demand struct {
	api.LevelVersion
	severity krm.Severity
	// who refuses pods, what happens then, and the last remedy.
	who, then, elsewhere string
}

// byNamespace is the demand of a Namespace. The server accepts the JobSet, and only an event says why it gets no pods.
func byNamespace(name string, standard api.LevelVersion) demand {
	who := fmt.Sprintf("the namespace %q (%s: %s)", name, api.EnforceLevelLabel, standard.Level)
	return demand{standard, krm.Warning, who, ", and only an event would say so", "use a namespace that allows more"}
}

// byOption is the demand of the option podSecurity: Restricted.
var byOption = demand{
	api.LevelVersion{Level: api.LevelRestricted, Version: api.LatestVersion()},
	krm.Error,
	"the option podSecurity=Restricted", "", "leave the option out",
}

// refusedPods reports pods that do not satisfy what is demanded of them. Each source gets the findings about its own containers: expanded
// are the sources before others were attached to them.
func refusedPods(items []*Item, expanded, sources []source) (found Results) {
	namespaces := map[string]demand{}
	for _, item := range items {
		if item.Kind == "Namespace" && item.APIVersion == "v1" {
			label := func(key string) string { return item.read.Text("metadata", "labels", key) }
			if standard, ok := enforced(label); ok {
				namespaces[item.Name] = byNamespace(item.Name, standard)
			}
		}
	}
	for at, s := range sources {
		demanded, isEnforced := namespaces[s.item.Namespace]
		if s.Options.PodSecurity == latchkey.PodSecurityRestricted {
			demanded = byOption
		} else if !isEnforced {
			continue
		}
		found = append(found, s.refused(podsOf(s.Included(expanded[at].Objects)), attaching.Outcome{}, demanded)...)
		if in := s.outcome; len(in.Sidecars) > 0 {
			found = append(found, s.refused(in.Sidecars, in, demanded)...)
		}
	}
	return found
}

// refused tells a source what a demanded standard refuses in its pods, or in the sidecars that it has in other pods, and
// what to do. Of an attached source only its sidecars count: what the
// same pods would be refused for without sidecars is left out.
func (s source) refused(pods []corev1.PodTemplateSpec, in attaching.Outcome, demanded demand) Results {
	refused := refusals(demanded.LevelVersion, pods)
	if in.Title != "" {
		var without []corev1.PodTemplateSpec
		for _, pod := range pods {
			pod.Spec.InitContainers, pod.Spec.Volumes = nil, nil
			without = append(without, pod)
		}
		others := refusals(demanded.LevelVersion, without)
		refused = slices.DeleteFunc(refused, func(reason string) bool { return slices.Contains(others, reason) })
	}
	if len(refused) == 0 {
		return nil
	}
	remedy, at := s.remedy(in, demanded, refused)
	whose := "its pods"
	if in.Title != "" {
		whose = "the pods of " + in.Title
	}
	warning := s.item.finding(demanded.severity, "%s refuses %s%s: %s: %s", demanded.who, whose, demanded.then, strings.Join(refused, "; "), remedy)
	if at != nil {
		warning.Field = &krm.Field{Path: at.String()}
		warning = s.item.placed(warning, at.String(), field.ErrorTypeInvalid)
	}
	return Results{warning}
}

// tracing is a refusal of the capability to look at the processes of others, and of no other.
const tracing = `must not include "SYS_PTRACE" in`

// remedy says what a source can do about refused pods. at is the field of the source to change, or nil.
func (s source) remedy(in attaching.Outcome, demanded demand, refused []string) (remedy string, at *field.Path) {
	way := "change the fields that are named"
	switch {
	case !s.Kind.Attaches():
	case demanded.Level == api.LevelRestricted && in.Title != "": // a MetricSet that is not attached cannot name the user of its pods
		way = fmt.Sprintf("let all containers run as one user other than root (runAsUser, runAsGroup and runAsNonRoot in %s.securityContext of %s), and leave ptrace=Always out", in.Field, in.Title)
	case demanded.Level == api.LevelBaseline && strings.Contains(strings.Join(refused, " "), tracing):
		way, at = "set ptrace to Never and leave allowPtrace out", ptracePath
		if in.Title != "" {
			way = fmt.Sprintf("write the user of the application (%s.securityContext.runAsUser of %s), and leave ptrace=Always out, or %s", in.Field, in.Title, way)
		}
	}
	return way + ", or " + demanded.elsewhere, at
}

// standards judges pods as the API server does.
var standards = sync.OnceValue(func() policy.Evaluator {
	evaluator, err := policy.NewEvaluator(policy.DefaultChecks(), nil)
	if err != nil {
		panic(err)
	}
	return evaluator
})

// refusals returns the reasons for which a standard refuses pods, in the words of the API server.
func refusals(standard api.LevelVersion, pods []corev1.PodTemplateSpec) (reasons []string) {
	for i := range pods {
		for _, result := range standards().EvaluatePod(standard, &pods[i].ObjectMeta, &pods[i].Spec) {
			reason := result.ForbiddenReason + " (" + result.ForbiddenDetail + ")"
			if !result.Allowed && !slices.Contains(reasons, reason) {
				reasons = append(reasons, reason)
			}
		}
	}
	return reasons
}

// podsOf returns the pods of workloads.
func podsOf(objects []runtime.Object) (pods []corev1.PodTemplateSpec) {
	for _, object := range objects {
		switch workload := object.(type) {
		case *jobset.JobSet:
			for _, job := range workload.Spec.ReplicatedJobs {
				pods = append(pods, job.Template.Spec.Template)
			}
		case *batchv1.Job:
			pods = append(pods, workload.Spec.Template)
		case *corev1.Pod:
			pods = append(pods, corev1.PodTemplateSpec{ObjectMeta: workload.ObjectMeta, Spec: workload.Spec})
		}
	}
	return pods
}

// enforced returns the standard that the labels of a Namespace name. A label that the API server refuses counts as none.
func enforced(label func(string) string) (api.LevelVersion, bool) {
	level, err := api.ParseLevel(label(api.EnforceLevelLabel))
	if err != nil || level == api.LevelPrivileged {
		return api.LevelVersion{}, false
	}
	version, err := api.ParseVersion(strings.TrimSpace(label(api.EnforceVersionLabel)))
	if err != nil {
		version = api.LatestVersion()
	}
	return api.LevelVersion{Level: level, Version: version}, true
}
