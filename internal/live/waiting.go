package live

import (
	"slices"
	"strings"
	"time"
)

// Waits remembers what a user was told that a set waits for.
type Waits struct {
	since map[string]time.Time // by the beginning of a reason: messages of a cluster may alternate
	told  []string
}

// Fresh returns what the set waits for, has waited for longer than some time, and was not returned before. Pods are left out: each
// start of a set has others.
func (w *Waits) Fresh(set *Set, long time.Duration) (fresh []string) {
	since := map[string]time.Time{}
	if !set.HasEnded() {
		for _, reason := range set.waits() {
			what, _, _ := strings.Cut(reason.words, ": ")
			began, known := w.since[what]
			if !known {
				began = time.Now()
			}
			if since[what] = began; time.Since(began) >= long && !slices.Contains(w.told, reason.words) {
				w.told = append(w.told, reason.words)
				fresh = append(fresh, reason.words)
			}
		}
	}
	w.since = since
	return fresh
}
