package live

import (
	"strings"
	"time"
)

// Waits remembers what a user was told that a set waits for.
type Waits struct {
	since map[string]time.Time
	told  map[string]bool
}

// Fresh returns what the set waits for, has waited for longer than some time, and was not returned before. Pods are left out: each
// start of a set has others.
func (w *Waits) Fresh(set *Set, long time.Duration) (fresh []string) {
	if w.told == nil {
		w.told = map[string]bool{}
	}
	since := map[string]time.Time{}
	if !set.HasEnded() {
		for _, reason := range set.waits() {
			reason, _, _ = strings.Cut(reason, " (pod ")
			began, known := w.since[reason]
			if !known {
				began = time.Now()
			}
			if since[reason] = began; time.Since(began) >= long && !w.told[reason] {
				w.told[reason] = true
				fresh = append(fresh, reason)
			}
		}
	}
	w.since = since
	return fresh
}
