package minicluster

import (
	"path"
	"reflect"
	"strconv"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/utils/ptr"
	jobset "sigs.k8s.io/jobset/api/jobset/v1alpha2"

	"github.com/latchkey-dev/latchkey/apis/findings"
	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/apis/names"
	"github.com/latchkey-dev/latchkey/generators/internal/workload"
)

func (v *validator) checkPod() {
	pod, at := v.mc.Spec.Pod, v1alpha2.PodPath
	if policy := pod.RestartPolicy; policy == string(corev1.RestartPolicyOnFailure) {
		v.Warn(at.Child("restartPolicy"), policy, "%q has no effect: a pod never restarts alone, because all brokers live and die together; use backoffLimit to start all pods again", policy)
	}
	if policy := pod.DNSPolicy; policy == string(corev1.DNSDefault) && v.manyHosts() {
		v.Warn(at.Child("dnsPolicy"), policy, "with %q a pod looks up names as its node does, and nodes seldom know the names of pods, which brokers need: use ClusterFirst, or leave dnsPolicy out", policy)
	}
	v.Obey(at.Child("serviceAccountName"), pod.ServiceAccountName, findings.ObjectName)
	v.Obey(at.Child("runtimeClassName"), pod.RuntimeClassName, findings.ObjectName)
	v.Obey(at.Child("schedulerName"), pod.SchedulerName, findings.ObjectName)
	if security := pod.SecurityContext; security != nil {
		v.checkUser(at.Child("securityContext"), security.RunAsUser, security.RunAsNonRoot)
	}
	v.Labels(at.Child("nodeSelector"), pod.NodeSelector)
	if pod.HostPID && ptr.Deref(v.mc.Spec.ShareProcessNamespace, false) {
		v.Invalid(at.Child("hostPID"), true, "the containers of a pod share their own process namespace (shareProcessNamespace), not that of the node: leave one of the two out")
	}
	v.checkLabels()
	v.checkPodResources()
	v.checkOptions()
	v.checkExclusive()
	v.checkPersistentVolumes()
}

func (v *validator) checkLabels() {
	at, labels := v1alpha2.PodPath.Child("labels"), v.mc.Spec.Pod.Labels
	v.JobPods(v1alpha2.PodPath, labels, v.mc.Spec.Pod.Annotations)
	for _, key := range []string{names.ComponentLabel, workload.NetworkLabel} {
		if value, ok := labels[key]; ok {
			v.Warn(at.Key(key), value, "%q has no effect: Latchkey sets this label, because Services select pods by it; choose another key", key)
		}
	}
	v.Labels(v1alpha2.SpecPath.Child("jobLabels"), v.mc.Spec.JobLabels)
}

// checkSecurity checks what users often write and a server, a kubelet or a runtime refuses.
func (v *validator) checkSecurity(at *field.Path, context *corev1.SecurityContext) {
	if context == nil {
		return
	}
	v.checkUser(at, context.RunAsUser, context.RunAsNonRoot)
	if !ptr.Deref(context.AllowPrivilegeEscalation, true) && ptr.Deref(context.Privileged, false) {
		v.Invalid(at.Child("allowPrivilegeEscalation"), false, "a privileged container can always escalate: leave allowPrivilegeEscalation out, or set privileged: false")
	}
	if context.Capabilities == nil {
		return
	}
	for i, capability := range context.Capabilities.Add {
		if name, ok := strings.CutPrefix(string(capability), "CAP_"); ok {
			v.Warn(at.Child("capabilities", "add").Index(i), string(capability), "%q is not how Kubernetes names the capability: write %q", capability, name)
		}
	}
}

func (v *validator) checkUser(at *field.Path, user *int64, nonRoot *bool) {
	if user != nil && *user == 0 && ptr.Deref(nonRoot, false) {
		v.Invalid(at.Child("runAsUser"), int64(0), "0 is root, which runAsNonRoot excludes: use another user, or leave runAsNonRoot out")
	}
}

// checkOptions checks how options fit together, and fit Kueue.
func (v *validator) checkOptions() {
	workload.Rules{
		Set: v.Set, PodAnnotations: v.podAnnotations(brokerComponent),
		Requests: len(v.requested()) > 0, Alone: v.Options.Spread == latchkey.SpreadRequire,
	}.Judge(&v.Findings, v1alpha2.ContainersPath)
}

// checkPodResources checks spec.pod.resources, which are added to the runner's own resources.
func (v *validator) checkPodResources() {
	pod, at := v.mc.Spec.Pod.Resources, v1alpha2.PodPath.Child("resources")
	v.ResourceList(at, pod)
	if v.onlyRunner == nil {
		return
	}
	for _, name := range findings.SortedKeys(pod) {
		quantity, at := pod[name], at.Key(string(name))
		request, requested := v.onlyRunner.Resources.Requests[name]
		limit, limited := v.onlyRunner.Resources.Limits[name]
		switch {
		case requested && limited:
			v.Warn(at, quantity.String(), "%q has no effect: the container that runs Flux has its own resources with %q; leave one of the two out", quantity.String(), name)
		case requested && request.Cmp(quantity) > 0:
			v.Invalid(at, quantity.String(), "%q would become the limit of the container that runs Flux, but that container requests %q: use as much or more, or leave the limit out", quantity.String(), request.String())
		case limited && quantity.Cmp(limit) > 0:
			v.Invalid(at, quantity.String(), "%q would become the request of the container that runs Flux, but its limit is %q: use at most the limit, or leave the request out", quantity.String(), limit.String())
		}
	}
}

// checkExclusive refuses exclusive placement for a job without indexes: its pods would wait forever for the pod of index 0, see
// kubernetes-sigs/jobset v0.12.0, pkg/webhooks/pod_webhook.go.
func (v *validator) checkExclusive() {
	job := ""
	switch {
	case v.UsesJob():
	case v.makesKey():
		job = "makes the key: make the key yourself and use the option curve=Secret"
	case len(v.mc.Spec.Services) > 0:
		job = "runs the services: run them in a set of their own"
	}
	for _, one := range []struct {
		at          *field.Path
		annotations map[string]string
	}{{metadataPath, v.mc.Annotations}, {v1alpha2.PodPath, v.mc.Spec.Pod.Annotations}} {
		if _, isSet := one.annotations[jobset.ExclusiveKey]; isSet && job != "" {
			v.Forbidden(one.at.Child("annotations").Key(jobset.ExclusiveKey), "with this annotation JobSet never starts the pod that %s, or leave the annotation out", job)
		}
	}
}

// checkVolumes checks the volumes of a container. own are the mounts of Latchkey, and a server refuses two mounts at one path.
func (v *validator) checkVolumes(c *v1alpha2.Container, container *field.Path, own []corev1.VolumeMount) {
	mounted := map[string]string{}
	for _, mount := range own {
		mounted[path.Clean(mount.MountPath)] = "Latchkey itself"
	}
	for _, name := range findings.SortedKeys(c.Volumes) {
		volume, at := c.Volumes[name], container.Child("volumes").Key(name)
		if !findings.Label.Allows(name) {
			v.Invalid(at, name, "%q cannot be the name of a volume: %s", name, findings.Label.Remedy)
		}
		v.checkMount(at.Child("path"), volume.Path, "the volume "+strconv.Quote(name), mounted)
		v.checkSource(&volume, at)
		v.checkItems(&volume, at.Child("items"))
		v.checkEmptyDir(&volume, at)
		if len(volume.CSIDriverAttributes) > 0 && volume.CSIDriver == "" {
			v.Warn(at.Child("csiDriverAttributes"), len(volume.CSIDriverAttributes), "they have no effect without csiDriver: write the name of the driver, or leave the attributes out")
		}
	}
}

// checkMount checks the path of a mount. mounted has the owners of the paths of the container, to which it adds the mount.
func (v *validator) checkMount(at *field.Path, mount, owner string, mounted map[string]string) {
	place := path.Clean(mount)
	switch {
	case mount == "":
		v.Required(at, "the path is missing: write where in the container the volume is mounted, for example /data")
	case !v.Directory(at, mount):
	case place == "/":
		v.Invalid(at, mount, "%q would hide the whole image: mount the volume at a directory", mount)
	case strings.Contains(mount, ":"):
		v.Invalid(at, mount, "%q has a colon, which container runtimes refuse: choose another path", mount)
	case mounted[place] != "":
		v.Duplicate(at, mount, "%q is already mounted by %s: choose another path", mount, mounted[place])
	default:
		mounted[place] = owner
	}
}

// sourcesOf returns the names of the source fields that are set.
func sourcesOf(volume *v1alpha2.ContainerVolume) (set []string) {
	for _, source := range []struct {
		field string
		isSet bool
	}{
		{"csiDriver", volume.CSIDriver != ""},
		{"secretName", volume.SecretName != ""},
		{"emptyDir", volume.EmptyDir},
		{"hostPath", volume.HostPath != ""},
		{"configMapName", volume.ConfigMapName != ""},
		{"claimName", volume.ClaimName != ""},
	} {
		if source.isSet {
			set = append(set, source.field)
		}
	}
	return set
}

func (v *validator) checkSource(volume *v1alpha2.ContainerVolume, at *field.Path) {
	sources := sourcesOf(volume)
	switch {
	case len(sources) == 0:
		v.Warn(at, field.OmitValueType{}, "the volume has no source, so it is an empty directory of the pod: write emptyDir: true if you want that, or else hostPath, claimName, configMapName, secretName or csiDriver")
	case len(sources) > 1:
		v.Invalid(at, strings.Join(sources, ", "), "the volume has %d sources, %s: keep one", len(sources), strings.Join(sources, " and "))
	}
	v.NodePath(at.Child("hostPath"), volume.HostPath)
	v.Obey(at.Child("configMapName"), volume.ConfigMapName, findings.ObjectName)
	v.Obey(at.Child("claimName"), volume.ClaimName, findings.ObjectName)
	v.Obey(at.Child("secretName"), volume.SecretName, findings.ObjectName)
	v.Driver(at.Child("csiDriver"), volume.CSIDriver)
}

func (v *validator) checkItems(volume *v1alpha2.ContainerVolume, at *field.Path) {
	if len(volume.Items) > 0 && volume.ConfigMapName == "" && volume.SecretName == "" {
		v.Warn(at, len(volume.Items), "they have no effect without configMapName or secretName: write one of these two, or leave the items out")
	}
	v.Items(at, volume.Items)
}

func (v *validator) checkEmptyDir(volume *v1alpha2.ContainerVolume, at *field.Path) {
	medium, limit := volume.EmptyDirMedium, volume.EmptyDirSizeLimit
	if medium != "" && !strings.EqualFold(medium, "Memory") {
		v.Invalid(at.Child("emptyDirMedium"), medium, "%q is unknown: use \"Memory\", or leave it out for the node's disk", medium)
	}
	if limit != "" {
		quantity, err := resource.ParseQuantity(limit)
		switch {
		case err != nil:
			v.Invalid(at.Child("emptyDirSizeLimit"), limit, "%q is not a quantity: write a number of bytes, for example 64Gi", limit)
		case quantity.Sign() < 0:
			v.Invalid(at.Child("emptyDirSizeLimit"), limit, "%q is negative: use 0 or more", limit)
		}
	}
	if volume.EmptyDir {
		return
	}
	for _, one := range []struct{ name, value string }{{"emptyDirMedium", medium}, {"emptyDirSizeLimit", limit}} {
		if one.value != "" && len(sourcesOf(volume)) > 0 {
			v.Warn(at.Child(one.name), one.value, "%q has no effect unless emptyDir is true: write emptyDir: true, or leave %s out", one.value, one.name)
		}
	}
}

// namedVolume is a volume and the first container that names it.
type namedVolume struct {
	volume v1alpha2.ContainerVolume
	owner  string
}

// warnOfUnlikeVolumes warns of a volume with the name of a different volume, in a container of the same pod. The pod then has both, and
// the containers share nothing.
func (v *validator) warnOfUnlikeVolumes(c placed, first map[string]namedVolume) {
	for _, name := range findings.SortedKeys(c.Volumes) {
		volume := effective(c.Volumes[name])
		if known, ok := first[name]; !ok {
			first[name] = namedVolume{volume, c.title()}
		} else if !reflect.DeepEqual(known.volume, volume) {
			v.WarnOmitted(c.at.Child("volumes").Key(name), "%q is the name of a volume of %s with other settings, so the two share nothing: write the same settings in both to share one volume, or choose another name", name, known.owner)
		}
	}
}

// effective returns the volume without its mount, and without the fields that do not change what it is.
func effective(volume v1alpha2.ContainerVolume) v1alpha2.ContainerVolume {
	volume.Path, volume.ReadOnly = "", false
	volume.EmptyDir = volume.EmptyDir || volume.CSIDriver == "" && volume.SecretName == "" && noSource(volume)
	if !volume.EmptyDir {
		volume.EmptyDirMedium, volume.EmptyDirSizeLimit = "", ""
	}
	if len(volume.Items) == 0 || volume.ConfigMapName == "" && volume.SecretName == "" {
		volume.Items = nil
	}
	if len(volume.CSIDriverAttributes) == 0 || volume.CSIDriver == "" {
		volume.CSIDriverAttributes = nil
	}
	return volume
}

// checkPersistentVolumes checks the volumes to make, which only v1alpha1 has.
func (v *validator) checkPersistentVolumes() {
	for _, name := range findings.SortedKeys(v.mc.Legacy.Volumes) {
		v.checkPersistentVolume(v1alpha2.SpecPath.Child("volumes").Key(name), name, v.mc.Legacy.Volumes[name])
	}
}

// checkPersistentVolume checks a volume to make. A class other than hostpath is a CSI volume. It needs a driver and, as in
// flux-framework/flux-operator (v1alpha1), a Secret.
func (v *validator) checkPersistentVolume(at *field.Path, name string, volume v1alpha2.PersistentVolume) {
	if !findings.Label.Allows(name) || len(v1alpha2.ClaimName(name)) > findings.MaxLabel {
		v.Invalid(at, name, "%q cannot be the name of a volume, its claim and its mounts: use at most %d lower-case letters, digits and \"-\"",
			name, findings.MaxLabel-len(v1alpha2.ClaimName("")))
	}
	if quantity, err := resource.ParseQuantity(volume.Capacity); err != nil || quantity.Sign() <= 0 {
		v.Invalid(at.Child("capacity"), volume.Capacity, "%q is not a capacity: write a number of bytes above 0, for example 5Gi", volume.Capacity)
	}
	v.Labels(at.Child("labels"), volume.Labels)
	if volume.StorageClass == hostPathClass {
		v.checkNodeVolume(at, volume)
	} else {
		v.checkCSIVolume(at, volume)
	}
}

func (v *validator) checkNodeVolume(at *field.Path, volume v1alpha2.PersistentVolume) {
	v.Need(at.Child("path"), volume.Path, "the path is missing: write the directory of the node, for example /data")
	v.NodePath(at.Child("path"), volume.Path)
}

func (v *validator) checkCSIVolume(at *field.Path, volume v1alpha2.PersistentVolume) {
	class := volume.StorageClass
	v.Need(at.Child("storageClass"), class, "the storage class is empty: write its name, or leave the field out for hostpath")
	v.Obey(at.Child("storageClass"), class, findings.ObjectName)
	v.Need(at.Child("secret"), volume.Secret, "the storage class %q needs a Secret: write the name of the Secret that its driver reads, or use the class hostpath", class)
	v.Obey(at.Child("secret"), volume.Secret, findings.ObjectName)
	v.checkSecretNamespace(at.Child("secretNamespace"), volume.SecretNamespace)
	v.Need(at.Child("driver"), volume.Driver, "the storage class %q needs a CSI driver: write its name, for example gcs.csi.ofek.dev", class)
	v.Driver(at.Child("driver"), volume.Driver)
}

// checkSecretNamespace checks where the Secret of a CSI volume is. The driver reads it with rights of its own, so that the
// author of a set could by it use what the set's own account may not read.
func (v *validator) checkSecretNamespace(at *field.Path, namespace string) {
	if !v.Obey(at, namespace, findings.Label) {
		return
	}
	switch {
	case strings.HasPrefix(namespace, "kube-"):
		v.Invalid(at, namespace, "%q is a namespace of Kubernetes itself, and the driver would use a Secret from there for this MiniCluster: "+
			"put a Secret for this volume into the namespace of the MiniCluster, and write that namespace here", namespace)
	case v.mc.Namespace != "" && namespace != v.mc.Namespace && namespace != metav1.NamespaceDefault:
		v.Warn(at, namespace, "%q is another namespace, and the driver uses the Secret there even if the service account of the pods may not read it: "+
			"put a Secret for this volume into the namespace of the MiniCluster, and write that namespace here", namespace)
	}
}
