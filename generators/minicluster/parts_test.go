package minicluster_test

import (
	"math/rand"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/internal/testing/podtest"
)

// TestSetsHoldWhatTheyRun renders many sets. Each holds the scripts that it runs, and no others. It uses the examples, the corpus, and many
// changes of these, in all modes.
func TestSetsHoldWhatTheyRun(t *testing.T) {
	t.Parallel()
	sources, random := sources(t), rand.New(rand.NewSource(4))
	modes, rendered := map[string]bool{}, 0
	for i := range 600 {
		mc, opts := sources[i%len(sources)].DeepCopy(), latchkey.Options{}
		for range random.Intn(5) {
			mutations[random.Intn(len(mutations))](mc, &opts)
		}
		objects := atSize(mc, opts, int32(1+random.Intn(2)*random.Intn(60))) // none if it is not valid
		for _, object := range objects {
			configMap, ok := object.(*corev1.ConfigMap)
			if !ok || !strings.Contains(configMap.Name, "-entrypoint-") {
				continue
			}
			rendered++
			podtest.CheckSet(t, configMap.Data, podtest.Containers(objects))
			for _, mode := range []string{"submit", "batch", "launcher", "interactive"} {
				modes[mode] = modes[mode] || strings.Contains(configMap.Data["broker-"+mode+".sh"], "lk_program=")
			}
			if t.Failed() {
				t.Fatalf("MiniCluster %+v, options %+v", mc.Spec, opts)
			}
		}
	}
	if rendered < 200 || !modes["submit"] || !modes["batch"] || !modes["launcher"] || !modes["interactive"] {
		t.Errorf("only %d sets were rendered, in the modes %v", rendered, modes)
	}
}
