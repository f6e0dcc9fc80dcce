package live

import (
	"cmp"
	"context"
	"time"
)

// A Patience waits for a server that is away, for example because it starts again.
type Patience struct {
	// Pause is the time between two tries. Default: 2 seconds. The patience ends after 300 pauses without an answer.
	Pause time.Duration
	// Say tells the user about something, in a line without a newline.
	Say func(string)
}

// Try tries something until it succeeds.
func (p Patience) Try(ctx context.Context, try func() error) error {
	told := false
	for began := time.Now(); ; {
		err := try()
		switch {
		case err == nil && told:
			p.Say("the cluster answers again")
			return nil
		case err == nil, time.Since(began) > 300*p.pause():
			return err
		case !told && ctx.Err() == nil:
			p.Say("the cluster does not answer, and is asked again until it does: " + err.Error())
			told = true
		}
		if !p.sleep(ctx, p.pause()) {
			return ctx.Err()
		}
	}
}

func (p Patience) pause() time.Duration { return cmp.Or(p.Pause, 2*time.Second) }

// sleep waits, and tells whether the program goes on.
func (p Patience) sleep(ctx context.Context, long time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(long):
		return true
	}
}
