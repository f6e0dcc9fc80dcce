package suggest

import (
	"strings"
	"testing"
)

func TestRemedy(t *testing.T) {
	t.Parallel()
	known := []string{"ttlSeconds", "include", "workload", "size", "path", "volumes"}
	const all = `choose one of "include", "path", "size", "ttlSeconds", "volumes", "workload"`
	for _, test := range []struct{ word, want string }{
		{"existingVolumes", `did you mean "volumes"?`},
		{strings.Repeat("x", 1000), all},
		{"inclde", `did you mean "include"?`},
		{"wokrload", `did you mean "workload"?`},
		{"ttl-seconds", `did you mean "ttlSeconds"?`},
		{"Size", `did you mean "size"?`},
		{"replicas", `did you mean "size"?`},
		{"flowers", all},
		{"mountPath", `did you mean "path"?`},
		{"paht", `did you mean "path"?`},
		{"", all},
	} {
		if got := Remedy(test.word, known); got != test.want {
			t.Errorf("Remedy(%q) = %s, want %s", test.word, got, test.want)
		}
	}
	if got, want := Remedy("x", nil), "no other key is allowed here: remove it"; got != want {
		t.Errorf("Remedy with no words = %s, want %s", got, want)
	}
}

func TestNearIsAPartOfTheName(t *testing.T) {
	t.Parallel()
	known := []string{
		"app-amg", "app-bdas", "app-hpl", "app-kripke", "app-lammps", "app-ldms", "io-fio", "io-ior", "io-sysstat",
		"network-osu-benchmark", "perf-hpctoolkit", "perf-sysstat", "commands",
	}
	for word, want := range map[string]string{
		"fio": "io-fio", "ior": "io-ior", "IOR": "io-ior", "osu": "network-osu-benchmark", "osu-benchmark": "network-osu-benchmark",
		"lammps": "app-lammps", "io": "io-fio io-ior io-sysstat", "sysstat": "io-sysstat perf-sysstat",
		"pidstat": "perf-sysstat", "perf": "perf-hpctoolkit perf-sysstat", "io-foi": "io-fio", "command": "commands",
		"app": "", "i": "", "fi": "", "su": "", "-": "", "--": "", "": "",
	} {
		if got := strings.Join(Near(word, known), " "); got != want {
			t.Errorf("Near(%q) = %q, want %q", word, got, want)
		}
	}
}

func TestDistance(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		a, b string
		want int
	}{
		{"", "", 0},
		{"", "abc", 3},
		{"abc", "", 3},
		{"workload", "wokrload", 1},
		{"kitten", "sitting", 3},
		{"ca", "abc", 3},
	} {
		if got := distance(test.a, test.b); got != test.want {
			t.Errorf("distance(%q, %q) = %d, want %d", test.a, test.b, got, test.want)
		}
	}
}

func TestIsSlip(t *testing.T) {
	t.Parallel()
	for word, want := range map[string]bool{
		"MiniCluster": true, "minicluster": true, "Mini-Cluster": true, "MiniClusters": true, "MinCluster": true, "MiniClutser": true,
		"MicroCluster": false, "Cluster": false, "BigMiniCluster": false, "": false, strings.Repeat("x", 1000): false,
	} {
		if got := IsSlip(word, "MiniCluster"); got != want {
			t.Errorf("IsSlip(%.20q) = %t, want %t", word, got, want)
		}
	}
}

func TestNearestIgnoresTheOrderOfWords(t *testing.T) {
	t.Parallel()
	if a, b := Nearest("cat", []string{"cap", "car"}), Nearest("cat", []string{"car", "cap"}); a != b {
		t.Errorf("Nearest depends on order: %q and %q", a, b)
	}
}
