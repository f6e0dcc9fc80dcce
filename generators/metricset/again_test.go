package metricset_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/generators/metricset"
)

// TestRunsAgain warns of a set that is deleted after its end, if something creates it again.
func TestRunsAgain(t *testing.T) {
	t.Parallel()
	for change, warned := range map[latchkey.OnChange]bool{latchkey.OnChangeFail: false, latchkey.OnChangeRename: true, latchkey.OnChangeRecreate: true} {
		opts := latchkey.Options{TTLSeconds: new(int32), OnChange: change}
		opts.Default()
		_, warnings := metricset.Validate(read(t, "{metrics: [{name: io-fio}]}"), opts)
		var want []string
		if warned {
			want = []string{fmt.Sprintf("spec: ttlSeconds deletes the set after its end, and programs that onChange: %s is for, such as Argo CD and Flux CD, then create it again, so that it runs again: leave ttlSeconds out", change)}
		}
		if diff := cmp.Diff(want, found(warnings)); diff != "" {
			t.Errorf("onChange: %s (-want +got):\n%s", change, diff)
		}
	}
}
