package fn

import (
	"fmt"
	"slices"
	"strings"

	krm "github.com/kptdev/krm-functions-sdk/go/fn"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/fn/internal/yamltext"
)

// labelEnforce on a Namespace names the Pod Security Standard that its pods must meet.
const labelEnforce = "pod-security.kubernetes.io/enforce"

const (
	standardBaseline   = "baseline"
	standardRestricted = "restricted"
)

// ptracePath is the path of the annotation that says which containers may trace.
var ptracePath = field.NewPath("metadata", "annotations").Key(latchkey.Prefix + "ptrace")

// checkPodSecurity warns of pods that a Namespace among the items refuses under the newest rules. The server accepts
// the JobSet, and only an event says why it gets no pods. [rightsOf] and [omissionsOf] hold the rules. Each source gets
// the warnings about its own containers.
func (r *run) checkPodSecurity() {
	parts := map[*source][]*source{}
	for _, s := range r.sources {
		whole := s
		if s.carrier != nil {
			whole = s.carrier
		}
		parts[whole] = append(parts[whole], s)
	}
	standards := map[string]string{}
	for _, item := range r.in.Items {
		if item.Kind == "Namespace" && item.APIVersion == "v1" {
			standards[item.Name] = item.read.Text("metadata", "labels", labelEnforce)
		}
	}
	for _, s := range r.sources {
		if standard := standards[s.item.Namespace]; standard == standardBaseline || standard == standardRestricted {
			r.warnRefused(s, parts[s], standard)
			r.warnVolumes(s, standard)
		}
	}
}

// warnRefused warns of the pods of a source, in which parts are its own and those of others, that a standard refuses.
func (r *run) warnRefused(s *source, parts []*source, standard string) {
	var refused []refusal
	for _, pod := range podsOf(s.objects) {
		if standard == standardBaseline {
			refused = append(refused, rightsOf(&pod, ordinary)...)
			continue
		}
		refused = append(refused, rightsOf(&pod, []corev1.Capability{"NET_BIND_SERVICE"})...)
		refused = append(refused, omissionsOf(&pod)...)
	}
	for _, part := range parts {
		own := slices.DeleteFunc(slices.Clone(refused), func(of refusal) bool { return s.owner(parts, of) != part })
		if len(own) > 0 {
			r.warnPart(part, standard, own)
		}
	}
}

// warnVolumes warns of a source's PersistentVolumes that are directories of the node. Both standards refuse a hostPath
// volume in a pod, but do not check the volumes of claims.
func (r *run) warnVolumes(s *source, standard string) {
	for _, object := range s.objects {
		volume, ok := object.(*corev1.PersistentVolume)
		if !ok || volume.Spec.HostPath == nil {
			continue
		}
		r.results = append(r.results, s.item.finding(krm.Warning,
			"the namespace %q (%s: %s) refuses pods with a hostPath, but does not look at claims: by the PersistentVolume %q the pods get the directory %q of the node all the same: "+
				"use another storage class, or a namespace that allows more",
			s.item.Namespace, labelEnforce, standard, volume.Name, volume.Spec.HostPath.Path))
	}
}

// owner returns the source that causes a refusal. It is an attached set if the refusal is only about containers of that
// set.
func (s *source) owner(parts []*source, of refusal) *source {
	for _, part := range parts {
		others := func(name string) bool { return !slices.Contains(part.resolved.Sidecars(), name) }
		if part != s && len(of.containers) > 0 && !slices.ContainsFunc(of.containers, others) {
			return part
		}
	}
	return s
}

// warnPart warns a source of the refusals that it causes, and says what to do.
func (r *run) warnPart(s *source, standard string, refused []refusal) {
	pods := "its pods"
	if s.carrier != nil {
		pods = fmt.Sprintf("the pods of %s", s.carrier.item)
	}
	remedy, at := s.remedy(standard, refused)
	warning := s.item.finding(krm.Warning, "the namespace %q (%s: %s) refuses %s, and only an event would say so: %s: %s",
		s.item.Namespace, labelEnforce, standard, pods, inWords(refused), remedy)
	if at != nil {
		warning.Field = &krm.Field{Path: at.String()}
		warning = s.item.placed(warning, at.String(), yamltext.Value)
	}
	r.results = append(r.results, warning)
}

// remedy says what a source can do about the refusals that it causes. at is the field of the source to change, or nil.
func (s *source) remedy(standard string, refused []refusal) (remedy string, at *field.Path) {
	var ways []string
	always := s.resolved.Options.Ptrace == latchkey.PtraceAlways
	switch {
	case !s.kind.Attaches() || slices.ContainsFunc(refused, refusal.isOther):
		ways = append(ways, "change what is named")
	case standard == standardBaseline:
		at = ptracePath
		if s.carrier != nil && !always && slices.ContainsFunc(refused, refusal.isOfAnyUser) {
			ways = append(ways, fmt.Sprintf("name the user that the application runs as, without further rights (spec.pod.securityContext.runAsUser of %s)", s.carrier.item))
		}
		ways = append(ways, "set ptrace to Never and leave allowPtrace out")
	case s.carrier != nil: // a MetricSet that is not attached cannot name the user of its pods
		way := fmt.Sprintf("let all run as one user other than root (runAsUser, runAsGroup and runAsNonRoot in spec.pod.securityContext of %s)", s.carrier.item)
		if always {
			way += ", without ptrace: Always"
		}
		ways = append(ways, way)
	}
	return strings.Join(append(ways, "use a namespace that allows more"), ", or "), at
}
