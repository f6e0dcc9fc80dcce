package v1alpha1_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/apis/podset/v1alpha1"
	"github.com/latchkey-dev/latchkey/internal/apitest"
)

func TestValidate(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a", 58)
	for _, row := range []struct {
		name   string
		change func(*v1alpha1.PodSet)
		want   []string
	}{
		{"nothing said", func(*v1alpha1.PodSet) {}, nil},
		{"ten pods", func(s *v1alpha1.PodSet) { s.Spec.Replicas = new(int32(10)) }, nil},
		{
			"no pods", func(s *v1alpha1.PodSet) { s.Spec.Replicas = new(int32(0)) },
			[]string{"spec.replicas: 0 is too small: use 1 or more (number of pods)"},
		},
		{
			"eleven pods", func(s *v1alpha1.PodSet) { s.Spec.Replicas = new(int32(11)) },
			[]string{"spec.replicas: 11 is too large: use 10 or less (number of pods)"},
		},
		{
			"no name", func(s *v1alpha1.PodSet) { s.Name = "" },
			[]string{"metadata.name: the object has no name: give it one, all other names are made from it"},
		},
		{"the longest name", func(s *v1alpha1.PodSet) { s.Name = long[1:] }, nil},
		{
			"too long a name", func(s *v1alpha1.PodSet) { s.Name = long },
			[]string{`metadata.name: "` + long + `" is too long: "` + long + `-pod-9", the name of a pod, has 64 characters and may have 63: use a name shorter by 1`},
		},
		{
			"a name with a dot", func(s *v1alpha1.PodSet) { s.Name = "a.b" },
			[]string{`metadata.name: "a.b" is not allowed here: use at most 63 lower-case letters, digits and "-", no "-" at either end`},
		},
		{
			"root", func(s *v1alpha1.PodSet) { s.Spec.RunAsUser = new(int64(0)) },
			[]string{"spec.runAsUser: 0 is root, and these pods run as another user: use 1 or more"},
		},
		{
			"a negative user", func(s *v1alpha1.PodSet) { s.Spec.RunAsUser = new(int64(-1)) },
			[]string{"spec.runAsUser: -1 is too small: use 1 or more (number of a user)"},
		},
		{
			"a huge user", func(s *v1alpha1.PodSet) { s.Spec.RunAsUser = new(int64(1 << 31)) },
			[]string{"spec.runAsUser: 2147483648 is too large: use 2147483647 or less (number of a user)"},
		},
		{
			"an image with a space", func(s *v1alpha1.PodSet) { s.Spec.Image = "a b" },
			[]string{`spec.image: "a b" has a blank in it: write the image without blanks`},
		},
		{
			"no program", func(s *v1alpha1.PodSet) { s.Spec.Command = []string{"", "x"} },
			[]string{`spec.command[0]: "" is no program: write the program that the pods run, or leave command out`},
		},
		{"an empty argument", func(s *v1alpha1.PodSet) { s.Spec.Command = []string{"echo", ""} }, nil},
		{
			"all at once", func(s *v1alpha1.PodSet) {
				s.Namespace, s.Labels, s.Spec.Replicas = "A", map[string]string{"": ""}, new(int32(0))
			},
			[]string{
				`metadata.namespace: "A" is not allowed here: use at most 63 lower-case letters, digits and "-", no "-" at either end`,
				`metadata.labels[]: "" is not allowed here: use at most 63 letters, digits, "-", "_" and ".", perhaps after a domain and "/"`,
				"spec.replicas: 0 is too small: use 1 or more (number of pods)",
			},
		},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			set := &v1alpha1.PodSet{ObjectMeta: metav1.ObjectMeta{Name: "sleepers"}}
			row.change(set)
			set.Default()
			before := set.DeepCopy()
			errs, warnings := set.Validate(latchkey.Options{})
			got := apitest.Messages(append(errs, warnings...)...)
			if diff := cmp.Diff(row.want, got); diff != "" {
				t.Errorf("problems (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(before, set); diff != "" {
				t.Errorf("Validate changed the object (-before +after):\n%s", diff)
			}
		})
	}
}

func TestDefaultIsIdempotentAndKeepsWhatIsSaid(t *testing.T) {
	t.Parallel()
	var empty, full, zeros v1alpha1.PodSet
	apitest.Fill(&full)
	apitest.FillZeros(&zeros)
	for name, set := range map[string]*v1alpha1.PodSet{"empty": &empty, "full": &full, "zeros": &zeros} {
		before := set.DeepCopy()
		set.Default()
		once := set.DeepCopy()
		set.Default()
		if diff := cmp.Diff(once, set); diff != "" {
			t.Errorf("%s: a second time (-once +twice):\n%s", name, diff)
		}
		if diff := cmp.Diff(before, set); name != "empty" && diff != "" {
			t.Errorf("%s: what is said has changed (-before +after):\n%s", name, diff)
		}
	}
}
