package read

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/latchkey-dev/latchkey/internal/report"
	"github.com/latchkey-dev/latchkey/internal/runs"
)

// place completes what a source says of itself with its place in the folder of the run, <pod>/<container>.log, and with
// set.json. It is false for a pod of an earlier life of the set, which ended before its measurements did.
func place(s *report.Source, root string, set *runs.Set) bool {
	folder, file := filepath.Split(s.File)
	below, err := filepath.Rel(root, s.File)
	file = strings.TrimSuffix(file, filepath.Ext(file))
	switch parent := filepath.Base(folder); {
	case s.Pod != "" || err != nil:
	case set != nil && strings.Count(filepath.ToSlash(below), "/") == 1 && !strings.HasPrefix(below, ".."), isPod(parent):
		s.Pod, s.Container = parent, file
	case set == nil && isPod(file):
		s.Pod = file
	}
	s.Job, s.Index = placeOf(s.Pod)
	if set == nil {
		return true
	}
	latest, own := int32(0), int32(0)
	for _, pod := range set.Pods {
		latest = max(latest, pod.Life)
		if pod.Name != s.Pod {
			continue
		}
		s.Job, own = pod.Job, pod.Life
		if pod.Index != nil {
			s.Index = int(*pod.Index)
		}
	}
	return own == latest || !slices.ContainsFunc(set.Pods, func(p runs.Pod) bool { return p.Name == s.Pod })
}
