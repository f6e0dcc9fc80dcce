package live

import (
	"cmp"
	"context"
	"errors"
	"time"
)

// A Patience waits for a server that is away, for example because it starts again.
type Patience struct {
	// Pause is the time between two tries. Default: 2 seconds. The patience ends after 300 pauses without an answer.
	Pause time.Duration
	// Say tells the user about something, in a line without a newline.
	Say func(string)
}

// Try tries something until it succeeds. It returns an error at once if the error is final.
func (p Patience) Try(ctx context.Context, try func() error, final func(error) bool) error {
	told := false
	for began := time.Now(); ; {
		err := try()
		switch {
		case err == nil && told:
			p.Say("the cluster answers again")
			return nil
		case err == nil, final(err), time.Since(began) > p.limit():
			return err
		case !told && ctx.Err() == nil && !errors.Is(err, ErrNoSet):
			p.Say("the cluster does not answer, and is asked again until it does: " + err.Error())
			told = true
		}
		if !p.Sleep(ctx) {
			return ctx.Err()
		}
	}
}

func (p Patience) pause() time.Duration { return cmp.Or(p.Pause, 2*time.Second) }

func (p Patience) limit() time.Duration { return 300 * p.pause() }

// Sleep waits for one pause, and tells whether the program goes on.
func (p Patience) Sleep(ctx context.Context) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(p.pause()):
		return true
	}
}
