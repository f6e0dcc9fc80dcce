package live

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"github.com/latchkey-dev/latchkey/internal/files"
	"github.com/latchkey-dev/latchkey/internal/runs"
)

// An earlier is what an earlier run has recorded about a set. The zero value is that of a first run.
type earlier struct{ runs.Set }

// openFolder makes or opens the folder of a set below root, and reads what an earlier run has recorded there. The folder of
// another set with the same name stays where it is: then the name gets a number.
func openFolder(root string, set *Set) (*os.Root, *earlier, error) {
	if err := files.CheckName("set", set.Name); err != nil {
		return nil, nil, err
	}
	above, err := files.Open(root)
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = above.Close() }() // no file is open in it
	for n := 1; ; n++ {
		name := set.Name
		if n > 1 {
			name = fmt.Sprintf("%s.%d", name, n) // no workload has a name with a point
		}
		if err := above.Mkdir(name, 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
			return nil, nil, err
		}
		folder, err := above.OpenRoot(name)
		if err != nil {
			return nil, nil, err
		}
		before, err := readEarlier(folder)
		if err == nil && before.isOf(set) {
			return folder, before, nil
		}
		if err := errors.Join(err, folder.Close()); err != nil {
			return nil, nil, err
		}
	}
}

func readEarlier(folder *os.Root) (*earlier, error) {
	data, err := files.Read(folder, runs.SetFile)
	if errors.Is(err, fs.ErrNotExist) {
		return &earlier{}, nil
	}
	if err != nil {
		return nil, err
	}
	set, err := runs.Decode(data)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", folder.Name(), err)
	}
	return &earlier{*set}, nil
}

// isOf tells whether the record is about a set. Records of the first version have no identity, but a time.
func (e *earlier) isOf(set *Set) bool {
	switch {
	case e.Name == "":
		return true
	case e.UID != "":
		return e.UID == string(set.meta.UID)
	default:
		return e.Created != nil && e.Created.Equal(set.meta.CreationTimestamp.Time)
	}
}

// container returns what is recorded about a container.
func (e *earlier) container(of container) runs.Container {
	for _, pod := range e.Pods {
		for _, own := range pod.Containers {
			if pod.Name == of.pod && own.Name == of.name {
				return own
			}
		}
	}
	return runs.Container{}
}

// addTo adds to a record what the earlier run knew and the cluster knows no more: pods that are gone, and times of pulls.
// Of the logs that the earlier run could not get, it adds those of pods that are gone, and gaps.
func (e *earlier) addTo(record *runs.Set) {
	there := map[string]bool{}
	for at, pod := range record.Pods {
		there[pod.Name] = true
		for n, own := range pod.Containers {
			if own.Pull == nil {
				record.Pods[at].Containers[n].Pull = e.container(container{pod: pod.Name, name: own.Name}).Pull
			}
		}
	}
	for _, pod := range e.Pods {
		if !there[pod.Name] {
			record.Pods = append(record.Pods, pod)
			record.Missing = append(record.Missing, unsaved(pod)...)
		}
	}
	for _, missing := range e.Missing {
		if missing.Gap || missing.Pod != "" && !there[missing.Pod] {
			record.Missing = append(record.Missing, missing)
		}
	}
	for _, node := range e.Nodes {
		if !slices.ContainsFunc(record.Nodes, func(n runs.Node) bool { return n.Name == node.Name }) {
			record.Nodes = append(record.Nodes, node)
		}
	}
}

// unsaved says which logs of a pod, which is gone, were not saved to their end.
func unsaved(pod runs.Pod) []runs.Missing {
	var missing []runs.Missing
	for _, own := range pod.Containers {
		if own.Saved != nil && !own.Saved.Complete {
			of := container{pod: pod.Name, name: own.Name}
			missing = append(missing, of.missing("the pod is gone, and what the container wrote after the last saved line with it", true))
		}
	}
	return missing
}
