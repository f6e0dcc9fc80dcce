package fn

import (
	"fmt"
	"slices"
	"strings"

	krm "github.com/kptdev/krm-functions-sdk/go/fn"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/pod-security-admission/api"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/fn/internal/yamltext"
)

// ptracePath is the path of the annotation that says which containers may trace.
var ptracePath = field.NewPath("metadata", "annotations").Key(latchkey.Prefix + "ptrace")

// checkPodSecurity warns of pods that a Namespace among the items refuses. The server accepts the JobSet, and only an
// event says why it gets no pods. Each source gets the warnings about its own containers.
func (r *run) checkPodSecurity() {
	parts := map[*source][]*source{}
	for _, s := range r.sources {
		if s.carrier != nil {
			parts[s.carrier] = append(parts[s.carrier], s)
		}
	}
	namespaces := map[string]api.LevelVersion{}
	for _, item := range r.in.Items {
		if item.Kind == "Namespace" && item.APIVersion == "v1" {
			label := func(key string) string { return item.read.Text("metadata", "labels", key) }
			if standard, ok := enforced(label); ok {
				namespaces[item.Name] = standard
			}
		}
	}
	for _, s := range r.sources {
		if standard, ok := namespaces[s.item.Namespace]; ok && s.carrier == nil {
			r.warnRefused(s, parts[s], standard)
			r.warnVolumes(s, standard)
			r.warnPart(s, standard, s.sidecars)
		}
	}
}

// warnRefused warns of the pods of a source that a standard refuses. The pods also contain the containers of attached
// sources.
func (r *run) warnRefused(s *source, attached []*source, standard api.LevelVersion) {
	pods := podsOf(r.objects(s))
	if len(refusals(standard, pods)) == 0 {
		return
	}
	var others []string
	for _, part := range attached {
		others = append(others, part.resolved.Sidecars()...)
		r.warnPart(part, standard, narrowed(pods, func(name string) bool { return slices.Contains(part.resolved.Sidecars(), name) }))
	}
	r.warnPart(s, standard, narrowed(pods, func(name string) bool { return !slices.Contains(others, name) }))
}

// warnVolumes warns of a source's PersistentVolumes that are directories of the node. Both standards refuse a hostPath
// volume in a pod, but do not check the volumes of claims.
func (r *run) warnVolumes(s *source, standard api.LevelVersion) {
	for _, object := range r.objects(s) {
		volume, ok := object.(*corev1.PersistentVolume)
		if !ok || volume.Spec.HostPath == nil {
			continue
		}
		r.results = append(r.results, s.item.finding(krm.Warning,
			"the namespace %q (%s: %s) refuses pods with a hostPath, but does not look at claims: by the PersistentVolume %q the pods get the directory %q of the node all the same: "+
				"use another storage class, or a namespace that allows more",
			s.item.Namespace, api.EnforceLevelLabel, standard.Level, volume.Name, volume.Spec.HostPath.Path))
	}
}

// warnPart warns a source of what a standard refuses in its part of pods, and says what to do. What concerns a pod as a
// whole is no matter of an attached source.
func (r *run) warnPart(s *source, standard api.LevelVersion, part []corev1.PodTemplateSpec) {
	own := func(standard api.LevelVersion, pods []corev1.PodTemplateSpec) []string {
		if host, _ := s.host(); host == "" {
			return refusals(standard, pods)
		}
		whole := refusals(standard, narrowed(pods, func(string) bool { return false }))
		return slices.DeleteFunc(refusals(standard, pods), func(reason string) bool { return slices.Contains(whole, reason) })
	}
	refused := own(standard, part)
	if len(refused) == 0 {
		return
	}
	without, anyUser := untraced(part)
	remedy, at := s.remedy(standard, len(own(api.LevelVersion{Level: api.LevelBaseline, Version: standard.Version}, without)) > 0, anyUser)
	pods := "its pods"
	if host, _ := s.host(); host != "" {
		pods = "the pods of " + host
	}
	warning := s.item.finding(krm.Warning, "the namespace %q (%s: %s) refuses %s, and only an event would say so: %s: %s",
		s.item.Namespace, api.EnforceLevelLabel, standard.Level, pods, strings.Join(refused, "; "), remedy)
	if at != nil {
		warning.Field = &krm.Field{Path: at.String()}
		warning = s.item.placed(warning, at.String(), yamltext.Value)
	}
	r.results = append(r.results, warning)
}

// remedy says what a source can do about refused pods. others tells whether baseline refuses more than tracing, and
// anyUser whether a container that traces may run as any user. at is the field of the source to change, or nil.
func (s *source) remedy(standard api.LevelVersion, others, anyUser bool) (remedy string, at *field.Path) {
	var ways []string
	host, podField := s.host()
	always := s.resolved.Options.Ptrace == latchkey.PtraceAlways
	switch {
	case !s.kind.Attaches() || others:
		ways = append(ways, "change what is named")
	case standard.Level == api.LevelBaseline:
		at = ptracePath
		if host != "" && !always && anyUser {
			ways = append(ways, fmt.Sprintf("name the user that the application runs as, without further rights (%s.securityContext.runAsUser of %s)", podField, host))
		}
		ways = append(ways, "set ptrace to Never and leave allowPtrace out")
	case host != "": // a MetricSet that is not attached cannot name the user of its pods
		way := fmt.Sprintf("let all run as one user other than root (runAsUser, runAsGroup and runAsNonRoot in %s.securityContext of %s)", podField, host)
		if always {
			way += ", without ptrace: Always"
		}
		ways = append(ways, way)
	}
	return strings.Join(append(ways, "use a namespace that allows more"), ", or "), at
}

// host returns what a source is attached to, as messages call it, and the path of the field for its pods. The name is ""
// for a source that is not attached.
func (s *source) host() (name, podField string) {
	if s.carrier != nil {
		return s.carrier.item.String(), "spec.pod"
	}
	return strings.Join(s.hosts, " and "), s.podField
}
