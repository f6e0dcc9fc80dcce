package minicluster_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
	"github.com/latchkey-dev/latchkey/internal/testing/podtest"
)

// TestLongCommands wants the script of every container to know that its command is long.
func TestLongCommands(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 30_000)
	all := expand(t, "{containers: [{image: a, runFlux: true}, {name: side, image: b, command: "+long+"}], services: [{name: serve, image: c, command: "+long+"}]}", latchkey.Options{})
	for job, container := range map[string]string{"m": "side", "services": "serve"} {
		if got := podtest.Variables(podtest.Container(t, all.job(t, job).Template.Spec, container))["LATCHKEY_LONG"]; got != "true" {
			t.Errorf("%s: LATCHKEY_LONG is %q", container, got)
		}
	}
}

// TestRunnerEnvironment checks the variables of the scripts. Each row has the variables that its spec changes, "" for a
// variable that must not be set.
func TestRunnerEnvironment(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, spec string
		want       map[string]string
	}{
		{"no command is interactive", "{containers: [{image: a}]}", map[string]string{
			"LATCHKEY_MODE": "interactive", "LATCHKEY_SIZE": "", "LATCHKEY_CURVE": "",
		}},
		{"a command is submitted", "{size: 2, tasks: 4, containers: [{image: a, command: b}]}", map[string]string{
			"LATCHKEY_MODE": "", "LATCHKEY_SUBMIT": "flux submit -N 2 -n 4", "LATCHKEY_CONTAINER": "lammps",
			"LATCHKEY_CURVE": "/latchkey/curve/curve.cert", "LATCHKEY_HOSTS": "%H-[0-1]",
		}},
		{"a script is submitted", "{containers: [{image: a, commands: {script: b}}]}", map[string]string{
			"LATCHKEY_MODE": "", "LATCHKEY_HOSTS": "%H-0",
		}},
		{"fewer tasks than nodes ask for no nodes", "{size: 4, tasks: 2, containers: [{image: a, command: b}]}", map[string]string{
			"LATCHKEY_SUBMIT": "flux submit -n 2",
		}},
		{"no tasks ask for nodes", "{size: 4, tasks: 0, containers: [{image: a, command: b}]}", map[string]string{
			"LATCHKEY_SUBMIT": "flux submit -N 4",
		}},
		{"words stay words", "{flux: {optionFlags: '-o \"a b\"', submitCommand: 'flux run'}, containers: [{image: a, command: b, commands: {prefix: 'x \"y z\"'}}]}", map[string]string{
			"LATCHKEY_SUBMIT": "flux run -N 1 -n 1 -o 'a b'", "LATCHKEY_PREFIX": "x 'y z'",
		}},
		{"output comes by a pipe where the first task is on the lead", "{size: 2, tasks: 2, containers: [{image: a, command: b}]}", map[string]string{
			"LATCHKEY_STREAM": "true", "LATCHKEY_DEADLINE": "",
		}},
		{"and not where it may be elsewhere", "{size: 4, tasks: 2, containers: [{image: a, command: b}]}", map[string]string{"LATCHKEY_STREAM": ""}},
		{"or with more hosts", "{size: 2, tasks: 2, maxSize: 3, containers: [{image: a, command: b}]}", map[string]string{"LATCHKEY_STREAM": ""}},
		{"or with other nodes", "{flux: {optionFlags: '-N1'}, containers: [{image: a, command: b}]}", map[string]string{"LATCHKEY_STREAM": ""}},
		{"or where the user says where it goes", "{flux: {submitCommand: flux submit --output=x}, containers: [{image: a, command: b}]}", map[string]string{"LATCHKEY_STREAM": ""}},
		{"a deadline is told", "{deadlineSeconds: 90, containers: [{image: a}]}", map[string]string{"LATCHKEY_DEADLINE": "90"}},
		{"a launcher", "{containers: [{image: a, command: b, launcher: true}]}", map[string]string{"LATCHKEY_MODE": "launcher"}},
		{"a long command runs from its file", "{containers: [{image: a, command: '" + strings.Repeat("x", 30_000) + "'}]}", map[string]string{"LATCHKEY_LONG": "true"}},
		{"and a shorter one does not", "{containers: [{image: a, command: '" + strings.Repeat("x", 29_999) + "'}]}", map[string]string{"LATCHKEY_LONG": ""}},
		{"nor does a batch", "{containers: [{image: a, batch: true, command: '" + strings.Repeat("x", 30_000) + "'}]}", map[string]string{"LATCHKEY_LONG": ""}},
		{"a batch", "{containers: [{image: a, command: b, batch: true, batchRaw: true, logs: /out}]}", map[string]string{
			"LATCHKEY_MODE": "batch", "LATCHKEY_BATCH": "flux batch -N 1 -n 1", "LATCHKEY_BATCH_RAW": "true", "LATCHKEY_LOGS": "/out",
		}},
		{"queues with names are started", "{flux: {brokerConfig: '[queues.debug]'}, containers: [{image: a}]}", map[string]string{"LATCHKEY_QUEUES": "true"}},
		{"the one without a name runs", "{flux: {brokerConfig: '[access]'}, containers: [{image: a}]}", map[string]string{"LATCHKEY_QUEUES": ""}},
		{"all brokers are waited for", "{size: 2, containers: [{image: a}]}", map[string]string{
			"LATCHKEY_BROKER_OPTIONS": "'-Stbon.connect_timeout=5s'",
		}},
		{"minSize is the quorum", "{size: 4, minSize: 2, flux: {connectTimeout: ''}, containers: [{image: a}]}", map[string]string{
			"LATCHKEY_BROKER_OPTIONS": "'-Sbroker.quorum=2'", "LATCHKEY_HOSTS": "%H-[0-3]",
		}},
		{"hosts without pods are not waited for", "{size: 2, maxSize: 4, flux: {connectTimeout: '', topology: 'kary:2'}, logging: {zeromq: true}, containers: [{image: a}]}", map[string]string{
			"LATCHKEY_BROKER_OPTIONS": "'-Stbon.topo=kary:2' '-Sbroker.quorum=1' '-Stbon.zmqdebug=1'", "LATCHKEY_HOSTS": "%H-[0-3]",
		}},
		{"burst clusters follow", "{size: 2, flux: {connectTimeout: '', bursting: {clusters: [{name: burst-0, size: 3}]}}, containers: [{image: a}]}", map[string]string{
			"LATCHKEY_HOSTS": "%H-[0-1],burst-0-m-0-[0-2]", "LATCHKEY_BROKER_OPTIONS": "'-Sbroker.quorum=2'", "LATCHKEY_HOSTS_TOML": "",
		}},
		{"a burst cluster finds its lead", "{size: 2, flux: {bursting: {leadBroker: {address: 34.1.2.3, name: main, size: 3}, clusters: [{name: lammps}]}}, containers: [{image: a}]}", map[string]string{
			"LATCHKEY_HOSTS":      "34.1.2.3,main-m-0-[1-2],%H-[0-1]",
			"LATCHKEY_HOSTS_TOML": "[{ host = '34.1.2.3', bind = 'tcp://*:8050', connect = 'tcp://34.1.2.3:8050' }, { host = 'main-m-0-[1-2],%H-[0-1]' }]",
		}},
		{"a hostlist is taken as it is", "{flux: {bursting: {hostlist: 'a-[0-2],b'}}, containers: [{image: a}]}", map[string]string{
			"LATCHKEY_HOSTS": "a-[0-2],b",
		}},
		{"cores follow the limit", "{containers: [{image: a, resources: {limits: {cpu: 3500m, nvidia.com/gpu: 2}}}]}", map[string]string{
			"LATCHKEY_CORES": "3", "LATCHKEY_GPUS": "2",
		}},
		{"part of a core is one", "{containers: [{image: a, resources: {limits: {cpu: 500m}}}]}", map[string]string{"LATCHKEY_CORES": "1"}},
		{"no limit, all cores", "{containers: [{image: a, resources: {requests: {cpu: 1}}}]}", map[string]string{"LATCHKEY_CORES": ""}},
		{"log level 0 can be asked for", "{flux: {logLevel: 0}, containers: [{image: a}]}", map[string]string{"LATCHKEY_LOG_LEVEL": "0"}},
		{"flux.environment reaches the broker, the container's own wins", "{flux: {environment: {A: flux, B: $(X)}}, containers: [{image: a, environment: {A: own}}]}", map[string]string{
			"A": "own", "B": "$(X)", "LATCHKEY_ENVIRONMENT": "A B",
		}},
		{"dollars in our variables are not for Kubernetes", "{flux: {wrap: 'a$(B)'}, containers: [{image: a}]}", map[string]string{
			"LATCHKEY_WRAP": "a$$(B)",
		}},
		{"switches", "{flux: {disableSocket: true, completeWorkers: true, scheduler: {simple: true}, container: {disable: true, pythonPath: /p}}, logging: {quiet: true, strict: true, timed: true, debug: true}, archive: {path: /a}, containers: [{image: a}]}", map[string]string{
			"LATCHKEY_SOCKET": "false", "LATCHKEY_VIEW": "false", "LATCHKEY_COMPLETE_WORKERS": "true", "LATCHKEY_SIMPLE_SCHEDULER": "true",
			"LATCHKEY_QUIET": "true", "LATCHKEY_STRICT": "true", "LATCHKEY_TIMED": "true", "LATCHKEY_DEBUG": "true",
			"LATCHKEY_ARCHIVE": "/a", "LATCHKEY_PYTHON_PATH": "/p",
		}},
		{"debug asks flux submit for more", "{logging: {debug: true}, containers: [{image: a, command: b}]}", map[string]string{
			"LATCHKEY_SUBMIT": "flux submit -N 1 -n 1 -vvv",
		}},
		{"what the scripts take by themselves is left out", "{containers: [{image: a}]}", map[string]string{
			"LATCHKEY_SOCKET": "", "LATCHKEY_VIEW": "", "LATCHKEY_QUIET": "", "LATCHKEY_STRICT": "", "LATCHKEY_MOUNT": "",
			"LATCHKEY_QUEUE_POLICY": "", "LATCHKEY_LOG_LEVEL": "", "LATCHKEY_LOGS": "",
		}},
		{"and what is chosen is not", "{flux: {logLevel: 3, scheduler: {queuePolicy: easy}, container: {mountPath: /m}}, containers: [{image: a, logs: /o}]}", map[string]string{
			"LATCHKEY_MOUNT": "/m", "LATCHKEY_QUEUE_POLICY": "easy", "LATCHKEY_LOG_LEVEL": "3", "LATCHKEY_LOGS": "/o",
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got := podtest.Variables(podtest.Container(t, expand(t, test.spec, latchkey.Options{}).brokers(t).Template.Spec, "lammps"))
			for name, want := range test.want {
				if got[name] != want {
					t.Errorf("%s is %q, want %q", name, got[name], want)
				}
			}
		})
	}
}

func TestUsersTextsArriveAsWritten(t *testing.T) {
	t.Parallel()
	const text = "\techo \"$HOME\" `date` %s {{.}}\ncat <<EOF\n\\$X\nEOF\n"
	spec := map[string]string{
		"lammps.command": `{containers: [{image: a, command: "\techo \"$HOME\" ` + "`date`" + ` %s {{.}}\ncat <<EOF\n\\$X\nEOF\n"}]}`,
		"lammps.batch":   `{containers: [{image: a, batch: true, command: "\techo \"$HOME\" ` + "`date`" + ` %s {{.}}\ncat <<EOF\n\\$X\nEOF\n"}]}`,
		"lammps.pre":     `{containers: [{image: a, commands: {pre: "\techo \"$HOME\" ` + "`date`" + ` %s {{.}}\ncat <<EOF\n\\$X\nEOF\n"}}]}`,
		"broker.toml":    `{flux: {brokerConfig: "\techo \"$HOME\" ` + "`date`" + ` %s {{.}}\ncat <<EOF\n\\$X\nEOF\n"}, containers: [{image: a}]}`,
		"web.servicePre": `{containers: [{image: a, runFlux: true}, {image: b, name: web, commands: {servicePre: "\techo \"$HOME\" ` + "`date`" + ` %s {{.}}\ncat <<EOF\n\\$X\nEOF\n"}}]}`,
		"db.command":     `{containers: [{image: a}], services: [{image: b, name: db, command: "\techo \"$HOME\" ` + "`date`" + ` %s {{.}}\ncat <<EOF\n\\$X\nEOF\n"}]}`,
	}
	for key, spec := range spec {
		t.Run(key, func(t *testing.T) {
			t.Parallel()
			data := podtest.One[*corev1.ConfigMap](t, expand(t, spec, latchkey.Options{})).Data
			if diff := cmp.Diff(text, data[key]); diff != "" {
				t.Errorf("key %s (-want +got):\n%s", key, diff)
			}
		})
	}
}

func TestPodResourcesGoToTheRunner(t *testing.T) {
	t.Parallel()
	all := expand(t, "{pod: {resources: {cpu: 2, memory: 1Gi}}, containers: [{image: a, resources: {limits: {cpu: 4}}}]}", latchkey.Options{})
	pod := all.brokers(t).Template.Spec
	runner := podtest.Container(t, pod, "lammps")
	got := []string{
		runner.Resources.Limits.Cpu().String(), runner.Resources.Limits.Memory().String(),
		runner.Resources.Requests.Cpu().String(), runner.Resources.Requests.Memory().String(),
	}
	if diff := cmp.Diff([]string{"4", "1Gi", "2", "1Gi"}, got); diff != "" {
		t.Errorf("limits and requests (-want +got):\n%s", diff)
	}
	if pod.Overhead != nil {
		t.Errorf("the pod has the overhead %v, which only a RuntimeClass may set", pod.Overhead)
	}
}
