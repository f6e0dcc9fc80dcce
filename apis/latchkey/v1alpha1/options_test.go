package v1alpha1

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/latchkey-dev/latchkey/internal/testing/apitest"
)

func TestTableDescribesEveryField(t *testing.T) {
	t.Parallel()
	fields := reflect.TypeFor[Options]()
	if len(table) != fields.NumField() {
		t.Fatalf("%d options in the table, %d fields in Options", len(table), fields.NumField())
	}
	for i, option := range table {
		tag, _, _ := strings.Cut(fields.Field(i).Tag.Get("json"), ",")
		if option.Name != tag {
			t.Errorf("option %d is %q, the field is %q", i, option.Name, tag)
		}
		if got := strings.ReplaceAll(option.Flag, "-", ""); got != strings.ToLower(option.Name) {
			t.Errorf("%s: flag %q is not its kebab form", option.Name, option.Flag)
		}
		if option.Meaning == "" || (option.Placeholder == "" && len(option.Values) == 0) {
			t.Errorf("%s: meaning or values are missing", option.Name)
		}
		if option.Default != "" && option.Default != option.Values[0] {
			t.Errorf("%s: the default %q is not the first of %q", option.Name, option.Default, option.Values)
		}
	}
}

func TestDefault(t *testing.T) {
	t.Parallel()
	want := Options{
		Include: Include{IncludeAll}, Workload: WorkloadJobSet, Curve: CurveCluster,
		OnChange: OnChangeFail, Ptrace: PtraceAuto, PodSecurity: PodSecurityAsWritten, Spread: SpreadPrefer, ValidateOnly: new(false), OnDisruption: OnDisruptionFail,
		LogNames: LogNamesLatchkey, Gang: GangNone, GangVersion: GangVersionAlpha, NetworkPolicy: NetworkPolicyNone, Sources: SourcesKeep,
	}
	var got Options
	for _, times := range []string{"once", "twice"} {
		got.Default()
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("defaulted %s (-want +got):\n%s", times, diff)
		}
	}
	if problems := got.Validate(field.NewPath("spec")); len(problems) > 0 {
		t.Errorf("the defaults are not valid: %v", problems)
	}
	named := Options{CurveSecret: "key", TTLSeconds: new(int32(0)), Include: Include{"vj"}}
	named.Default()
	if named.Curve != CurveSecret || *named.TTLSeconds != 0 || !cmp.Equal(named.Include, Include{IncludeJobs, IncludeVolumes}) {
		t.Errorf("what was said is lost: %+v", named)
	}
}

func TestMerge(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ far, near, want Options }{
		"nothing said": {},
		"nearer wins": {
			far:  Options{Spread: SpreadNone, Queue: "a", ValidateOnly: new(true)},
			near: Options{Queue: "b", ValidateOnly: new(false)},
			want: Options{Spread: SpreadNone, Queue: "b", ValidateOnly: new(false)},
		},
		"zero is said": {
			far:  Options{MaxRestarts: new(int32(3))},
			near: Options{MaxRestarts: new(int32(0))},
			want: Options{MaxRestarts: new(int32(0))},
		},
		"curveSecret takes back curve": {
			far:  Options{Curve: CurveInline},
			near: Options{CurveSecret: "key"},
			want: Options{Curve: CurveSecret, CurveSecret: "key"},
		},
		"curve takes back curveSecret": {
			far:  Options{CurveSecret: "key"},
			near: Options{Curve: CurveCluster},
			want: Options{Curve: CurveCluster},
		},
		"curve Secret keeps curveSecret": {
			far:  Options{CurveSecret: "key"},
			near: Options{Curve: CurveSecret},
			want: Options{Curve: CurveSecret, CurveSecret: "key"},
		},
		"workload Job takes back maxRestarts and onDisruption": {
			far:  Options{MaxRestarts: new(int32(3)), OnDisruption: OnDisruptionRestart},
			near: Options{Workload: WorkloadJob},
			want: Options{Workload: WorkloadJob},
		},
		"maxRestarts does not take back workload Job": {
			far:  Options{Workload: WorkloadJob},
			near: Options{MaxRestarts: new(int32(3))},
			want: Options{Workload: WorkloadJob, MaxRestarts: new(int32(3))},
		},
	} {
		far, near := test.far.DeepCopy(), test.near.DeepCopy()
		if diff := cmp.Diff(test.want, test.far.Merge(test.near)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		if !cmp.Equal(*far, test.far) || !cmp.Equal(*near, test.near) {
			t.Errorf("%s: Merge changed its input", name)
		}
	}
}

func TestValidate(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		options Options
		want    []string
	}{
		"nothing said": {},
		"valid": {options: Options{
			Include: Include{"jobs", "csv"}, Curve: CurveSecret, CurveSecret: "a.b", Queue: "team-a", MaxRestarts: new(int32(2)),
			OnChange: OnChangeFail,
		}},
		"every word is judged": {
			options: Options{Workload: "job", Curve: "x", OnChange: "x", Ptrace: "x", PodSecurity: "x", Spread: "x", Gang: "x", GangVersion: "v1", NetworkPolicy: "x", OnDisruption: "x", Sources: "x"},
			want: []string{
				`spec.workload: "job" is unknown: choose one of "Job", "JobSet"`,
				`spec.curve: "x" is unknown: choose one of "Cluster", "Inline", "None", "Secret"`,
				`spec.onChange: "x" is unknown: choose one of "Fail", "Recreate", "Rename"`,
				`spec.ptrace: "x" is unknown: choose one of "Always", "Auto", "Never"`,
				`spec.podSecurity: "x" is unknown: choose one of "AsWritten", "Restricted"`,
				`spec.spread: "x" is unknown: choose one of "None", "Prefer", "Require"`,
				`spec.gang: "x" is unknown: choose one of "None", "PodGroup"`,
				`spec.gangVersion: "v1" is unknown: choose one of "v1alpha2", "v1beta1"`,
				`spec.networkPolicy: "x" is unknown: choose one of "None", "Set"`,
				`spec.onDisruption: "x" is unknown: choose one of "Fail", "Restart"`,
				`spec.sources: "x" is unknown: choose one of "Drop", "Keep"`,
			},
		},
		"include": {
			options: Options{Include: Include{"jobs", "pods"}},
			want: []string{`spec.include: "pods" is unknown: choose one of ` +
				`"all", "configmaps", "jobs", "services", "volumes", or letters of csjv`},
		},
		"numbers": {
			options: Options{TTLSeconds: new(int32(-1)), MaxRestarts: new(int32(-2))},
			want: []string{
				"spec.ttlSeconds: -1 is too small: use 0 or more",
				"spec.maxRestarts: -2 is too small: use 0 or more",
			},
		},
		"exclusive": {
			options: Options{Workload: WorkloadJob, MaxRestarts: new(int32(0)), Curve: CurveNone, CurveSecret: "key"},
			want: []string{
				`spec.curveSecret: curveSecret and curve=None exclude each other: leave one of the two out`,
				"spec.maxRestarts: maxRestarts and workload=Job exclude each other, because a Job cannot start again as a whole: " +
					"leave one of the two out",
			},
		},
		"an ended Job cannot start again": {
			options: Options{Workload: WorkloadJob, OnDisruption: OnDisruptionRestart},
			want: []string{"spec.onDisruption: onDisruption: Restart and workload=Job exclude each other, because a Job cannot start again as a whole: " +
				"leave one of the two out"},
		},
		"a Job may fail": {options: Options{Workload: WorkloadJob, OnDisruption: OnDisruptionFail}},
		"names": {
			options: Options{CurveSecret: "A_b", Queue: strings.Repeat("q", 64), Priority: "very high", Topology: "rack"},
			want: []string{
				`spec.curveSecret: "A_b" is not a valid object name: use 1 to 253 lower-case letters, digits, "-" and ".", a letter or digit at either end`,
				`spec.queue: "` + strings.Repeat("q", 64) + `" is not a valid object name: use 1 to 63 lower-case letters, digits, "-" and ".", a letter or digit at either end`,
				`spec.priority: "very high" is not a valid object name: use 1 to 63 lower-case letters, digits, "-" and ".", a letter or digit at either end`,
				`spec.topology: "rack" is not a topology: write Prefer: or Require: and the node label of a level, for example Prefer:topology.kubernetes.io/zone`,
			},
		},
	} {
		if diff := cmp.Diff(test.want, apitest.Messages(test.options.Validate(field.NewPath("spec"))...)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestOptionsFromStrings(t *testing.T) {
	t.Parallel()
	all := Options{
		Include: Include{IncludeConfigMaps, IncludeServices}, Workload: WorkloadJobSet, Curve: CurveSecret, CurveSecret: "key",
		OnChange: OnChangeFail, Queue: "q", Priority: "high", Topology: "Require:lab/rack", Ptrace: PtraceNever, PodSecurity: PodSecurityRestricted, Spread: SpreadRequire,
		Gang: GangPodGroup, GangVersion: GangVersionBeta, NetworkPolicy: NetworkPolicySet, ValidateOnly: new(true), TTLSeconds: new(int32(0)), MaxRestarts: new(int32(2147483647)),
		OnDisruption: OnDisruptionRestart, Sources: SourcesDrop,
	}
	texts := map[string]string{
		"include": "services configmaps", "workload": "JobSet", "curve": "Secret", "curveSecret": "key",
		"onChange": "Fail", "queue": "q", "priority": "high", "topology": "Require:lab/rack", "ptrace": "Never", "podSecurity": "Restricted", "spread": "Require", "gang": "PodGroup", "gangVersion": "v1beta1", "networkPolicy": "Set", "validateOnly": "true", "ttlSeconds": "0",
		"maxRestarts": "2147483647", "onDisruption": "Restart", "sources": "Drop",
	}
	for _, style := range []Style{ConfigMapData, Annotations, Flags} {
		values := map[string]string{}
		for _, option := range table {
			values[style.key(option)] = texts[option.Name]
		}
		got, problems := OptionsFromStrings(values, style)
		if diff := cmp.Diff(all, got); diff != "" || len(problems) > 0 {
			t.Errorf("style %d: %v (-want +got):\n%s", style, problems, diff)
		}
	}
}

func TestOptionsFromStringsReportsProblems(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		style  Style
		values map[string]string
		want   []string
	}{
		"empty is not said": {values: map[string]string{"workload": "", "ttlSeconds": "", "validateOnly": "", "include": ""}},
		"annotations of others and our marks": {style: Annotations, values: map[string]string{
			"example.com/include": "x", "latchkey.dev/attach-to": "x", "latchkey.dev/source": "a/b//c", "include": "x",
			"latchkey.example.com/owner": "x", "latchkey-owner": "x", "latchkey.dev.example.com/team": "x",
		}},
		"unknown annotation": {
			style: Annotations, values: map[string]string{"latchkey.dev/ttlSeconds": "1"},
			want: []string{`metadata.annotations[latchkey.dev/ttlSeconds]: unknown option: did you mean "latchkey.dev/ttl-seconds"?`},
		},
		"an option of an earlier version": {
			values: map[string]string{"sidecars": "Container"},
			want: []string{"data.sidecars: unknown option: containers beside the main one are always native sidecars now, " +
				"for which the cluster needs Kubernetes 1.29 or later: leave it out"},
		},
		"bad values": {
			values: map[string]string{"ttlSeconds": "-1", "validateOnly": "yes", "workload": "Pod", "maxRestarts": "+1"},
			want: []string{
				`data.maxRestarts: "+1" is not an integer up to 2147483647: use one, for example "60"`,
				`data.ttlSeconds: -1 is too small: use 0 or more`,
				`data.validateOnly: "yes" is not a boolean: use "true" or "false"`,
				`data.workload: "Pod" is unknown: choose one of "Job", "JobSet"`,
			},
		},
		"exclusive annotations": {
			style:  Annotations,
			values: map[string]string{"latchkey.dev/curve": "Inline", "latchkey.dev/curve-secret": "key"},
			want: []string{`metadata.annotations[latchkey.dev/curve-secret]: curveSecret and curve=Inline ` +
				`exclude each other: leave one of the two out`},
		},
		"flags": {
			style: Flags, values: map[string]string{"spread": "prefer"},
			want: []string{`--spread: "prefer" is unknown: choose one of "None", "Prefer", "Require"`},
		},
	} {
		_, problems := OptionsFromStrings(test.values, test.style)
		if diff := cmp.Diff(test.want, apitest.Messages(problems...)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestInclude(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Include{
		`"csjv"`:                {IncludeConfigMaps, IncludeServices, IncludeJobs, IncludeVolumes},
		`"vc"`:                  {IncludeConfigMaps, IncludeVolumes},
		`"svc"`:                 {IncludeConfigMaps, IncludeServices, IncludeVolumes},
		`"services"`:            {IncludeServices},
		`"jobs, cc"`:            {IncludeConfigMaps, IncludeJobs},
		`["volumes","jobs"]`:    {IncludeJobs, IncludeVolumes},
		`["jobs services","c"]`: {IncludeConfigMaps, IncludeServices, IncludeJobs},
		`"job"`:                 {"job"},
		`"é,all"`:               {IncludeAll, "é"},
		`""`:                    nil,
		`null`:                  nil,
		`{"jobs": true}`:        {`{"jobs": true}`},
	} {
		var got Include
		if err := json.Unmarshal([]byte(text), &got); err != nil {
			t.Errorf("%s: %v", text, err)
		}
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
	var got Include
	if !got.Has(IncludeJobs) || !ParseInclude("all").Has(IncludeJobs) || ParseInclude("c").Has(IncludeJobs) {
		t.Error("Has is wrong about jobs")
	}
}
