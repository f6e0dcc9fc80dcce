package apis_test

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/util/validation/field"
	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
	sigsyaml "sigs.k8s.io/yaml"

	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha1"
	"github.com/latchkey-dev/latchkey/apis/fluxframework/v1alpha2"
	"github.com/latchkey-dev/latchkey/internal/apitest"
)

// corpusDir holds the examples of the operators, and the answer of an API server to each.
const corpusDir = "../../shared/corpus"

// givenTwice are accepted manifests in which a key is given twice. The server never sees the first value, because kubectl sends
// only the last one. Decode refuses such manifests, because the mistake changes what runs.
var givenTwice = map[string][]string{
	"minicluster-v1alpha1/experimental-bursting-broker-eks-minicluster-env.yaml": {"spec.interactive FieldValueDuplicate"},
	"minicluster-v1alpha2/experimental-bursting-broker-eks-minicluster-env.yaml": {"spec.interactive FieldValueDuplicate"},
	"minicluster-v1alpha2/experimental-bursting-broker-eks-minicluster.yaml":     {"spec.interactive FieldValueDuplicate"},
	"minicluster-v1alpha1/tests-osu-benchmarks-minicluster.yaml": {
		"spec.containers[0].command FieldValueTypeInvalid", "spec.containers[0].command FieldValueDuplicate",
	},
}

// older are fields that released versions had under the same version name. Decode reads them as the present fields. A
// server with the present definitions refuses them.
var older = map[string]string{
	"minicluster-v1alpha2/experimental-shared-process-space-minicluster.yaml": "spec.containers[0].securityContext.addCapabilities",
	"metricset-v1alpha1/python-perf-sysstat-metrics.yaml":                     "spec.metrics[0].rate",
}

// TestDecodeCorpus wants Decode to judge manifests as a real API server does, and to read them as sigs.k8s.io/yaml
// does.
func TestDecodeCorpus(t *testing.T) {
	t.Parallel()
	verdicts, err := os.ReadFile(filepath.Join(corpusDir, "verdicts.tsv"))
	if err != nil {
		t.Skipf("the corpus of manifests is not there: %v", err)
	}
	judged := 0
	for line := range strings.Lines(string(verdicts)) {
		columns := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(columns) == 3 && !strings.HasPrefix(line, "#") {
			judged++
			t.Run(columns[0], func(t *testing.T) { judge(t, columns[0], columns[2]) })
		}
	}
	if judged != 131 {
		t.Errorf("%d files were judged, want 131", judged)
	}
}

// judge compares Decode's problems with the server's reason. For accepted files it compares the value.
func judge(t *testing.T, file, reason string) {
	t.Helper()
	var got []string
	for _, text := range documents(t, file) {
		mine, theirs := newObject(file, text), newObject(file, text)
		problems := decode(t, text, mine)
		for _, problem := range problems {
			got = append(got, problem.Field+" "+string(problem.Type))
		}
		if err := sigsyaml.Unmarshal([]byte(text), theirs); err != nil {
			t.Fatalf("sigs.k8s.io/yaml: %v", err)
		}
		if diff := cmp.Diff(theirs, mine); diff != "" && givenTwice[file] == nil && older[file] == "" {
			t.Errorf("(-sigs.k8s.io/yaml +Decode):\n%s", diff)
		}
	}
	want := givenTwice[file]
	for _, match := range regexp.MustCompile(`unknown field "([^"]*)"`).FindAllStringSubmatch(reason, -1) {
		if match[1] != older[file] {
			want = append(want, match[1]+" "+string(field.ErrorTypeForbidden))
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("problems (-server +Decode):\n%s", diff)
	}
}

// newObject returns an empty object of the kind of a file and of the version that the text names.
func newObject(file, text string) any {
	old := strings.Contains(text, "apiVersion: flux-framework.org/v1alpha1")
	switch {
	case strings.HasPrefix(file, "metricset-") && old:
		return &v1alpha1.MetricSet{}
	case strings.HasPrefix(file, "metricset-"):
		return &v1alpha2.MetricSet{}
	case old:
		return &v1alpha1.MiniCluster{}
	default:
		return &v1alpha2.MiniCluster{}
	}
}

// documents returns the MiniClusters and MetricSets of a file, each as its text.
func documents(t testing.TB, file string) []string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(corpusDir, filepath.FromSlash(file)))
	if err != nil {
		t.Fatal(err)
	}
	reader := utilyaml.NewYAMLReader(bufio.NewReader(bytes.NewReader(data)))
	var found []string
	for {
		text, err := reader.Read()
		if errors.Is(err, io.EOF) {
			return found
		}
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(text, []byte("\nkind: MiniCluster")) || bytes.Contains(text, []byte("\nkind: MetricSet")) {
			found = append(found, string(text))
		}
	}
}

// TestDecodeRemedies decodes common mistakes in MiniClusters.
func TestDecodeRemedies(t *testing.T) {
	t.Parallel()
	const text = `
spec:
  replicas: 4
  image: ubuntu
  command: echo
  fluxRestful: {}
  users: []
  flux: {leadBroker: {}, image: view, workers: true, installRoot: /usr, curveCertSecret: mine}
  containers:
  - commands: {preWorker: a, brokerPre: b, precommand: c}
    existingVolumes: {}
    securityContext: {addCapabilities: []}
    optionFlags: -v
    fluxOptionFlags: -v
    preCommand: a
    cores: 4
    fluxUser: {uid: 1004}
    fluxuser: {}
    diagnostics: true
`
	want := []string{
		`spec.replicas: unknown field: did you mean "size"?`,
		`spec.image: unknown field: it belongs under spec.containers[] or spec.services[] or spec.flux.container`,
		`spec.command: unknown field: it belongs under spec.containers[] or spec.services[]`,
		`spec.fluxRestful: unknown field: it is one of v1alpha1: nothing is downloaded as pods run, so leave it out, or run a REST server from an image, as a sidecar`,
		`spec.users: unknown field: it is one of v1alpha1: a set belongs to one user, so leave them out`,
		`spec.flux.leadBroker: unknown field: it belongs under spec.flux.bursting`,
		`spec.flux.image: unknown field: it belongs under spec.flux.container or spec.containers[] or spec.services[]`,
		`spec.flux.workers: unknown field: choose one of "arch", "brokerConfig", "bursting", "completeWorkers", "connectTimeout", "container", ` +
			`"curveCert", "disableSocket", "environment", "logLevel", "minimalService", "mungeSecret", "noWaitSocket", "optionFlags", ` +
			`"scheduler", "submitCommand", "topology", "wrap"`,
		`spec.flux.installRoot: unknown field: this is a field of v1alpha1: leave it out, and if the application's image has Flux, write container.disable: true`,
		`spec.flux.curveCertSecret: unknown field: this is a field of v1alpha1: name the Secret in the annotation latchkey.dev/curve-secret of the MiniCluster`,
		`spec.containers[0].commands.preWorker: unknown field: did you mean "workerPre"?`,
		`spec.containers[0].commands.precommand: unknown field: did you mean "pre"?`,
		`spec.containers[0].existingVolumes: unknown field: did you mean "volumes"?`,
		`spec.containers[0].optionFlags: unknown field: it belongs under spec.flux`,
		`spec.containers[0].fluxOptionFlags: unknown field: it is called "optionFlags" here, and belongs under spec.flux`,
		`spec.containers[0].preCommand: unknown field: it is called "pre" here, and belongs under spec.containers[].commands or spec.services[].commands`,
		`spec.containers[0].cores: unknown field: it is one of v1alpha1: write the number of cores as resources.limits.cpu, and Flux gives out as many on each node`,
		`spec.containers[0].fluxUser: unknown field: it is one of v1alpha1: write the number of the user as securityContext.runAsUser`,
		`spec.containers[0].fluxuser: unknown field: it is one of v1alpha1: write the number of the user as securityContext.runAsUser`,
		`spec.containers[0].diagnostics: unknown field: it is one of v1alpha1, where facts about Flux are printed in place of the command: leave it out`,
	}
	if diff := cmp.Diff(want, apitest.Messages(decode(t, text, &v1alpha2.MiniCluster{})...)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestDecodeMetricSetRemedies decodes mistakes of published MetricSets.
func TestDecodeMetricSetRemedies(t *testing.T) {
	t.Parallel()
	const text = `
spec:
  application: {image: ubuntu}
  storage: {}
  completions: 2
  metric: []
  metrics:
  - name: perf-sysstat
    rate: 2
    container: ubuntu
    option: {rate: 2}
    options: {rate: 1.5, all: true, big: 9223372036854775808, least: -9223372036854775808, text: "true"}
    listOptions: {command: [a, 1.5, off]}
    mapOptions: {commands: {all: 1.5, some: false}}
`
	want := []string{
		`spec.application: unknown field: it is one of v1alpha1: give the metric the addon "application", with image and command as its options`,
		`spec.storage: unknown field: it is one of v1alpha1: give the metric an addon such as "volume-pvc" or "volume-hostpath", ` +
			`and commands as its options pre, prefix and post`,
		`spec.completions: unknown field: it is one of v1alpha1: a metric runs once in each of its pods, so give the number as pods`,
		`spec.metric: unknown field: did you mean "metrics"?`,
		`spec.metrics[0].rate: unknown field: it is an option of some metrics: write it under options`,
		`spec.metrics[0].container: unknown field: the image of a metric is image`,
		`spec.metrics[0].option: unknown field: did you mean "options"?`,
		`spec.metrics[0].options.rate: 1.5 is a number: write a number with a fraction in quotes`,
		`spec.metrics[0].options.all: true is a boolean: write it in quotes, because a server takes only text and whole numbers of 64 bits`,
		`spec.metrics[0].options.big: 9223372036854775808 is a number: write it in quotes, because a server takes only text and whole numbers of 64 bits`,
		`spec.metrics[0].listOptions.command[1]: 1.5 is a number: write a number with a fraction in quotes`,
		`spec.metrics[0].listOptions.command[2]: off is a boolean to many readers: write it in quotes, because a server takes only text and whole numbers of 64 bits`,
		`spec.metrics[0].mapOptions.commands[all]: 1.5 is a number: write a number with a fraction in quotes`,
		`spec.metrics[0].mapOptions.commands[some]: false is a boolean: write it in quotes, because a server takes only text and whole numbers of 64 bits`,
	}
	if diff := cmp.Diff(want, apitest.Messages(decode(t, text, &v1alpha2.MetricSet{})...)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	want = []string{
		"spec.metrics[1].rate: unknown field: it is an option of some metrics: write it under options",
		"spec.pod.labels: unknown field: v1alpha1 has no labels of pods: use apiVersion flux-framework.org/v1alpha2",
	}
	if diff := cmp.Diff(want, apitest.Messages(decode(t, "spec: {metrics: [{name: perf-sysstat, rate: 2}, {name: perf-sysstat, rate: 2, options: {rate: 3}}], pod: {labels: {a: b}}}", &v1alpha1.MetricSet{})...)); diff != "" {
		t.Errorf("v1alpha1 (-want +got):\n%s", diff)
	}
}
