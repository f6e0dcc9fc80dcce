//go:build !linux && !darwin

package files

import (
	"errors"
	"os"
)

// tryLock locks nothing here.
func tryLock(*os.File) error { return errors.ErrUnsupported }
