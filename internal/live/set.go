package live

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"
	jobset "sigs.k8s.io/jobset/api/jobset/v1alpha2"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/apis/names"
)

// A role says what the pods of a job are for.
type role int

const (
	// measured pods run the application, and the set ends with them.
	measured role = iota
	// helping pods serve the measured ones until the set ends.
	helping
	// key pods make the key.
	key
	// services run beside the set.
	services
	// turn pods wait for the turn of a run of a study.
	turn
)

// A part is one replicated job of a JobSet, or one Job.
type part struct {
	name string
	role role
	spec batchv1.JobSpec
	// job is the Job as it is in the cluster, or nil if there is none yet.
	job *batchv1.Job
}

// pods returns how many pods the part has at the same time.
func (p part) pods() int32 { return ptr.Deref(p.spec.Parallelism, 1) }

// A Set is a set in a cluster: its JobSet or Jobs, with their pods and what else tells about them.
type Set struct {
	// Name and Namespace are where the workload is.
	Name, Namespace string
	// Source is the mark of the set.
	Source string
	// Hints are for the user who asks for the set.
	Hints Hints

	meta    metav1.ObjectMeta
	jobset  *jobset.JobSet
	parts   []part
	pods    []corev1.Pod
	events  []corev1.Event
	holding *Workload
	// said is what the application said when it failed, if somebody has asked for it.
	said string
	// stuck is why the application may never end, if somebody has asked for it, and silence how long it had printed nothing when
	// it was ended: nil if that was not long, or nobody has asked.
	stuck   string
	silence *time.Duration
	// idle is the error that a sidecar reports while it runs, if somebody has asked for it.
	idle  map[container]string
	texts map[string]string
}

// source is the mark of an object. A run of a study has a mark of its own beside the mark of the study.
func source(annotations map[string]string) string {
	return cmp.Or(annotations[latchkey.AnnotationSet], annotations[latchkey.AnnotationSource])
}

// kind is the kind of the source.
func (s *Set) kind() string {
	source, _ := latchkey.ParseMark(s.Source)
	return source.Kind
}

// UID is the identity of the workload.
func (s *Set) UID() string { return string(s.meta.UID) }

// Label is the value of the label of all objects of the set, or "" if an overlay has taken it away.
func (s *Set) Label() string { return s.meta.Labels[names.SetLabel] }

func (s *Set) isFlux() bool { return s.kind() == "MiniCluster" }

// IsCalled tells whether a name is the name of the workload, of its source, or of the study that its source belongs to.
func (s *Set) IsCalled(name string) bool {
	for _, key := range []string{latchkey.AnnotationSource, latchkey.AnnotationSet} {
		if source, ok := latchkey.ParseMark(s.meta.Annotations[key]); ok && source.Name == name {
			return true
		}
	}
	return s.Name == name || s.jobset == nil && slices.ContainsFunc(s.parts, func(p part) bool { return p.name == name })
}

// Sets returns the sets with some names among the objects, or all sets, sorted by name.
func (o *Objects) Sets(names ...string) []*Set {
	var all, sets []*Set
	for at := range o.JobSets {
		all = append(all, o.ofJobSet(&o.JobSets[at]))
	}
	for _, s := range append(all, o.ofJobs()...) {
		if len(names) == 0 || slices.ContainsFunc(names, s.IsCalled) {
			o.complete(s)
			sets = append(sets, s)
		}
	}
	slices.SortStableFunc(sets, func(a, b *Set) int { return cmp.Compare(a.Name, b.Name) })
	return sets
}

// ofJobSet returns the set of a JobSet.
func (o *Objects) ofJobSet(js *jobset.JobSet) *Set {
	s := &Set{Name: js.Name, Namespace: js.Namespace, Source: source(js.Annotations), meta: js.ObjectMeta, jobset: js}
	var ending []string
	if js.Spec.SuccessPolicy != nil {
		ending = js.Spec.SuccessPolicy.TargetReplicatedJobs
	}
	for _, replicated := range js.Spec.ReplicatedJobs {
		p := part{name: replicated.Name, spec: replicated.Template.Spec}
		p.role = roleOf(p.spec)
		if p.role == measured && len(ending) > 0 && !slices.Contains(ending, p.name) {
			p.role = helping
		}
		for at, job := range o.Made {
			if isOwned(&job, js.UID) && job.Labels[jobset.ReplicatedJobNameKey] == p.name {
				p.job = &o.Made[at]
			}
		}
		s.parts = append(s.parts, p)
	}
	return s
}

// ofJobs returns the sets that are Jobs. All Jobs of one source are one set, which has the name of its first measured Job.
func (o *Objects) ofJobs() (sets []*Set) {
	named := map[string]*Set{}
	for at := range o.Jobs {
		job := &o.Jobs[at]
		mark := source(job.Annotations)
		if mark == "" || job.Labels[jobset.JobSetNameKey] != "" {
			continue
		}
		if named[mark] == nil {
			named[mark] = &Set{Source: mark}
			sets = append(sets, named[mark])
		}
		named[mark].parts = append(named[mark].parts, part{name: job.Name, role: roleOf(job.Spec), spec: job.Spec, job: job})
	}
	for _, s := range sets {
		slices.SortStableFunc(s.parts, func(a, b part) int { return cmp.Compare(a.role, b.role) })
		s.meta = s.parts[0].job.ObjectMeta
		s.Name, s.Namespace = s.meta.Name, s.meta.Namespace
	}
	return sets
}

// jobName is the name of the Job of a part, which JobSet calls <set>-<replicated job>-<number>.
func (s *Set) jobName(p part) string {
	if s.jobset == nil {
		return p.name
	}
	return s.Name + "-" + p.name + "-0"
}

// isSuspended tells whether the set, or a Job of it, is suspended.
func (s *Set) isSuspended() bool {
	return s.jobset != nil && ptr.Deref(s.jobset.Spec.Suspend, false) ||
		slices.ContainsFunc(s.parts, func(p part) bool { return ptr.Deref(p.spec.Suspend, false) })
}

// roleOf tells the role of a job by the label of its pods.
func roleOf(spec batchv1.JobSpec) role {
	switch spec.Template.Labels[names.ComponentLabel] {
	case names.Keygen:
		return key
	case names.Services:
		return services
	case names.Turn:
		return turn
	default:
		return measured
	}
}

// isOwned tells whether an object belongs to one of some owners. Names do not tell: a new set has the name of its deleted
// predecessor, of which pods may still be there.
func isOwned(object metav1.Object, owners ...types.UID) bool {
	return slices.ContainsFunc(object.GetOwnerReferences(), func(o metav1.OwnerReference) bool { return slices.Contains(owners, o.UID) })
}

// uids are the identities of the workload and of its Jobs.
func (s *Set) uids() []types.UID {
	all := []types.UID{s.meta.UID}
	for _, p := range s.parts {
		if p.job != nil {
			all = append(all, p.job.UID)
		}
	}
	return all
}

// complete gives a set its hints, pods and events, and the Workload that belongs to one of its objects.
func (o *Objects) complete(s *Set) {
	s.Hints = o.Hints
	uids := s.uids()
	for _, pod := range o.Pods {
		// The label is there even when the Job of an earlier life is gone.
		if isOwned(&pod, uids...) || s.jobset != nil && pod.Labels[jobset.JobSetUIDKey] == string(s.meta.UID) {
			s.pods = append(s.pods, pod)
		}
	}
	s.events = s.own(o.Events)
	for at, workload := range o.Workloads {
		if isOwned(&workload, uids...) {
			s.holding = &o.Workloads[at]
		}
	}
	s.sortPods()
}

// own returns the events about the set, the oldest first. Pods and Jobs that are gone are told by their names, among those that were created since
// the set was.
func (s *Set) own(events []corev1.Event) (own []corev1.Event) {
	known, names := map[types.UID]bool{}, map[string]bool{}
	for _, uid := range s.uids() {
		known[uid] = true
	}
	for _, pod := range s.pods {
		known[pod.UID] = true
	}
	for _, event := range events {
		if pod, isNew := strings.CutPrefix(event.Message, "Created pod: "); isNew && (known[event.InvolvedObject.UID] || s.isOfGoneJob(event)) {
			names[pod] = true
		}
	}
	for _, event := range events {
		about := event.InvolvedObject
		if known[about.UID] || about.Kind == "Pod" && names[about.Name] || s.isOfGoneJob(event) {
			own = append(own, event)
		}
	}
	slices.SortStableFunc(own, func(a, b corev1.Event) int {
		return cmp.Or(eventTime(a).Compare(eventTime(b)), cmp.Compare(a.Name, b.Name))
	})
	return own
}

// isOfGoneJob tells whether an event is about a Job of the set that is gone.
func (s *Set) isOfGoneJob(event corev1.Event) bool {
	first := event.FirstTimestamp
	if first.IsZero() {
		first = metav1.NewTime(eventTime(event))
	}
	return s.jobset != nil && event.InvolvedObject.Kind == "Job" && !first.Before(&s.meta.CreationTimestamp) &&
		slices.ContainsFunc(s.parts, func(p part) bool { return event.InvolvedObject.Name == s.jobName(p) })
}

// mounted returns the data of the ConfigMaps that the pods of the set mount.
func (s *Set) mounted(all []corev1.ConfigMap) map[string]string {
	isMounted, texts := s.mounts(), map[string]string{}
	for _, one := range all {
		if isMounted[one.Name] {
			maps.Copy(texts, one.Data)
		}
	}
	return texts
}

// mounts has the names of the ConfigMaps that the pods of the set mount.
func (s *Set) mounts() map[string]bool {
	isMounted := map[string]bool{}
	for _, p := range s.parts {
		for _, volume := range p.spec.Template.Spec.Volumes {
			if volume.ConfigMap != nil {
				isMounted[volume.ConfigMap.Name] = true
			}
			for _, from := range ptr.Deref(volume.Projected, corev1.ProjectedVolumeSource{}).Sources {
				if from.ConfigMap != nil {
					isMounted[from.ConfigMap.Name] = true
				}
			}
		}
	}
	return isMounted
}

// sortPods sorts the pods by part, index, life and name.
func (s *Set) sortPods() {
	order := map[string]int{}
	for at, p := range s.parts {
		order[p.name] = at*10 + int(p.role)*1000
	}
	slices.SortFunc(s.pods, func(a, b corev1.Pod) int {
		return cmp.Or(
			cmp.Compare(order[jobOf(a)], order[jobOf(b)]), cmp.Compare(index(a), index(b)),
			cmp.Compare(life(a), life(b)), cmp.Compare(a.Name, b.Name),
		)
	})
}

// jobOf is the name of the part that a pod belongs to.
func jobOf(pod corev1.Pod) string {
	return cmp.Or(pod.Labels[jobset.ReplicatedJobNameKey], pod.Labels[batchv1.JobNameLabel])
}

// index is the index of a pod in its job, or -1.
func index(pod corev1.Pod) int32 { return number(pod.Labels[batchv1.JobCompletionIndexAnnotation], -1) }

// life counts the restarts of the set before a pod.
func life(pod corev1.Pod) int32 { return number(pod.Labels[jobsetLife], 0) }

// jobsetLife is the label with the number of the life: kubernetes-sigs/jobset, pkg/constants, RestartsKey.
const jobsetLife = "jobset.sigs.k8s.io/restart-attempt"

func number(text string, otherwise int32) int32 {
	n, err := strconv.ParseInt(text, 10, 32)
	if err != nil {
		return otherwise
	}
	return int32(n)
}

// hasRole tells whether the job with a name has a role.
func (s *Set) hasRole(job string, r role) bool {
	return slices.ContainsFunc(s.parts, func(p part) bool { return p.name == job && p.role == r })
}
