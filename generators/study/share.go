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
	"k8s.io/apimachinery/pkg/util/validation/field"
	jobset "sigs.k8s.io/jobset/api/jobset/v1alpha2"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/apis/names"
	"github.com/latchkey-dev/latchkey/generators/internal/workload"
	"github.com/latchkey-dev/latchkey/generators/transform"
)

// Share gives the sets of a study their turns, and puts their scripts into ConfigMaps of the study. Sets with the same scripts mount
// the same ConfigMap, and one with files of its own keeps them in its own ConfigMap. shared are the objects of the study. of has the
// names of the study, which must have its defaults and be valid. Which scripts a set has does not depend on the other sets, so a study
// can gain and lose sets, and the others stay as they are.
func Share(s *latchkey.Study, of *transform.Item, sets [][]runtime.Object) (shared []runtime.Object, after [][]runtime.Object, errs field.ErrorList) {
	sets, turns, errs := order(s, of, sets)
	made := map[string]bool{}
	for _, objects := range sets {
		moved := map[string]volume{}
		var kept []runtime.Object
		for _, object := range objects {
			object = object.DeepCopyObject()
			files, isConfigMap := object.(*corev1.ConfigMap)
			if !isConfigMap {
				kept = append(kept, object)
				continue
			}
			scripts, texts := parted(files.Data)
			if len(scripts) > 0 {
				common := workload.NewFiles(metav1.ObjectMeta{Name: of.Name + "-scripts", Namespace: of.Namespace}, scripts, workload.DataHash(scripts))
				moved[files.Name] = volume{scripts: common.Name, hasFiles: len(texts) > 0}
				if !made[common.Name] {
					made[common.Name], shared = true, append(shared, common)
				}
				files.Data = texts
			}
			if len(scripts) == 0 || len(texts) > 0 {
				kept = append(kept, object)
			}
		}
		mountAll(kept, moved)
		hashAll(kept)
		after = append(after, kept)
	}
	slices.SortFunc(shared, func(a, b runtime.Object) int {
		return strings.Compare(a.(*corev1.ConfigMap).Name, b.(*corev1.ConfigMap).Name)
	})
	return append(shared, turns...), after, errs
}

// parted parts the files of a set into Latchkey's own scripts and files of users.
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

// A volume says where the files of a ConfigMap are now: the scripts in another one, and perhaps files still in their own.
type volume struct {
	scripts  string
	hasFiles bool
}

// mountAll lets the pods of objects mount the files where they are now.
func mountAll(objects []runtime.Object, moved map[string]volume) {
	for _, object := range objects {
		switch object := object.(type) {
		case *jobset.JobSet:
			for i := range object.Spec.ReplicatedJobs {
				mount(object.Spec.ReplicatedJobs[i].Template.Spec.Template.Spec.Volumes, moved)
			}
		case *batchv1.Job:
			mount(object.Spec.Template.Spec.Volumes, moved)
		}
	}
}

// hashAll writes a hash of all objects of a set into the annotations of its jobs. A run is known again by the hash. The names of
// ConfigMaps end in hashes of their content, so scripts of the study count too. All runs of a cell have the same hash, and
// "report" sees by it which runs had another template.
func hashAll(objects []runtime.Object) {
	hash := workload.ContentHash(withoutNumber(objects))
	for _, object := range objects {
		if isJob(object) {
			job := object.(metav1.Object)
			job.SetAnnotations(workload.Merged(job.GetAnnotations(), map[string]string{latchkey.AnnotationRendered: hash}))
		}
	}
}

// withoutNumber returns the JSON of the objects of a run without the number of the run, which is in labels and in names. It is
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
		if !to.hasFiles {
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
