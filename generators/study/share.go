package study

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	jobset "sigs.k8s.io/jobset/api/jobset/v1alpha2"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/apis/names"
	"github.com/latchkey-dev/latchkey/generators/internal/workload"
)

// Share returns the objects of the sets of a study with their scripts in ConfigMaps of the study. Sets with the same scripts
// mount the same ConfigMap, and one with texts of its own keeps them in its own ConfigMap. shared are the ConfigMaps of the study,
// sorted by name. study has its names. Which scripts a set has does not depend on the other sets, so a study can gain and lose
// sets, and the others stay as they are.
func Share(study *Source, sets [][]runtime.Object) (after [][]runtime.Object, shared []runtime.Object) {
	made := map[string]bool{}
	for _, objects := range sets {
		moved := map[string]volume{}
		var kept []runtime.Object
		for _, object := range objects {
			files, isConfigMap := object.(*corev1.ConfigMap)
			if !isConfigMap {
				kept = append(kept, object)
				continue
			}
			scripts, texts := parted(files.Data)
			if len(scripts) == 0 {
				kept = append(kept, object)
				continue
			}
			common := workload.NewFiles(metav1.ObjectMeta{Name: study.Item.Name + "-scripts", Namespace: study.Item.Namespace}, scripts, workload.DataHash(scripts))
			moved[files.Name] = volume{scripts: common.Name, hasTexts: len(texts) > 0}
			if !made[common.Name] {
				made[common.Name], shared = true, append(shared, common)
			}
			if len(texts) > 0 {
				own := files.DeepCopy()
				own.Data = texts
				kept = append(kept, own)
			}
		}
		after = append(after, hashed(mounting(kept, moved)))
	}
	slices.SortFunc(shared, func(a, b runtime.Object) int {
		return strings.Compare(a.(*corev1.ConfigMap).Name, b.(*corev1.ConfigMap).Name)
	})
	return after, shared
}

// parted parts the files of a set into Latchkey's own scripts and texts of users.
func parted(data map[string]string) (scripts, texts map[string]string) {
	scripts, texts = map[string]string{}, map[string]string{}
	for name, text := range data {
		if strings.HasSuffix(name, ".sh") || strings.HasSuffix(name, ".py") {
			scripts[name] = text
		} else {
			texts[name] = text
		}
	}
	return scripts, texts
}

// A volume says where the files of a ConfigMap are now: the scripts in another one, and perhaps texts still in their own.
type volume struct {
	scripts  string
	hasTexts bool
}

// mounting returns the objects with pods that mount the files where they are now.
func mounting(objects []runtime.Object, moved map[string]volume) []runtime.Object {
	out := slices.Clone(objects)
	for at, object := range out {
		switch object := object.(type) {
		case *jobset.JobSet:
			object = object.DeepCopy()
			for i := range object.Spec.ReplicatedJobs {
				mount(object.Spec.ReplicatedJobs[i].Template.Spec.Template.Spec.Volumes, moved)
			}
			out[at] = object
		case *batchv1.Job:
			object = object.DeepCopy()
			mount(object.Spec.Template.Spec.Volumes, moved)
			out[at] = object
		}
	}
	return out
}

// hashed writes a hash of all objects of a set into the annotations of its jobs. A run is known again by the hash. The names of
// ConfigMaps end in hashes of their content, so scripts of the study count too. All runs of a cell have the same hash, and
// "report" sees by it which runs had another template. The jobs must be copies.
func hashed(objects []runtime.Object) []runtime.Object {
	hash := workload.ContentHash(withoutNumber(objects))
	for _, object := range objects {
		switch object.(type) {
		case *jobset.JobSet, *batchv1.Job:
			job := object.(metav1.Object)
			job.SetAnnotations(workload.Merged(job.GetAnnotations(), map[string]string{latchkey.AnnotationRendered: hash}))
		}
	}
	return objects
}

// withoutNumber returns the text of the objects of a run without the number of the run, which is in labels and in names. It is
// in the hashes at the ends of the names of ConfigMaps too.
func withoutNumber(objects []runtime.Object) string {
	text, err := json.Marshal(objects)
	if err != nil { // these are Kubernetes types, which all have a JSON form
		panic(err)
	}
	var replaced []string
	for i, object := range objects {
		labels := object.(metav1.Object).GetLabels()
		cell, run := "-"+labels[names.CellLabel], labels[names.RunLabel]
		replaced = append(replaced, cell+"-"+run, cell, `"`+names.RunLabel+`":"`+run+`"`, "")
		if c, isMap := object.(*corev1.ConfigMap); isMap {
			replaced = append(replaced, c.Name, fmt.Sprint("ConfigMap ", i))
		}
	}
	return strings.NewReplacer(replaced...).Replace(string(text))
}

func mount(volumes []corev1.Volume, moved map[string]volume) {
	for i := range volumes {
		source := volumes[i].ConfigMap
		if source == nil || moved[source.Name].scripts == "" {
			continue
		}
		to := moved[source.Name]
		if !to.hasTexts {
			source.Name = to.scripts
			continue
		}
		projected := &corev1.ProjectedVolumeSource{DefaultMode: source.DefaultMode}
		for _, name := range []string{to.scripts, source.Name} {
			projected.Sources = append(projected.Sources, corev1.VolumeProjection{ConfigMap: &corev1.ConfigMapProjection{
				LocalObjectReference: corev1.LocalObjectReference{Name: name},
			}})
		}
		volumes[i].VolumeSource = corev1.VolumeSource{Projected: projected}
	}
}
