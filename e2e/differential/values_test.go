//go:build e2e

package differential

import (
	"slices"
	"strings"

	"github.com/latchkey-dev/latchkey/apis/schema"
)

var anyText = []string{
	"", " ", "a", "A_b", "-a", "a-", "a.b", "..", "../x", "/abs", "/a/../b", "a/b", "a/b/c", "é", "a\nb", "a b", "$(X)", "0", "true",
	"example.com/a", "Example.com/A", strings.Repeat("x", 63), strings.Repeat("x", 64), strings.Repeat("x", 254), "a:b", "1a", ".", "a..b",
}

var anyNumber = []int64{-1, 0, 1, 2, 3, 65535, 65536, 99999, 100001, 2147483647, 2147483648, 1 << 40}

var quantities = []any{
	"1", "0", "-1", "1.5", "1m", "500m", "0.1m", "1e3", "abc", "", "1Gi", "3Mi", "2Mi", "4Mi", int64(1), int64(0), int64(-1),
	"99999999999999999999", "1 Gi", "1gi", "10", "1Ei", "9E", "0.5", 1.5, "+1", "1000m", "1e-3", "1n", "1u",
}

var resourceNames = []string{
	"cpu", "memory", "ephemeral-storage", "nvidia.com/gpu", "nvidia.com/mig-1g.5gb", "gpu", "kubernetes.io/x", "requests.nvidia.com/gpu",
	"requests.cpu", "limits.cpu", "storage", "pods", "deviceclass.resource.kubernetes.io/", "resource.kubernetes.io/x", "a/b/c",
	"example.com/A_b.c", "-x.com/y", "CPU", "attachable-volumes-x", "vpc.amazonaws.com/efa", "x.kubernetes.io/y", "requests.example.com/x",
}

// annotationKeys are keys that Latchkey, JobSet or a Job reads. What an API server says of other keys is left to it.
var annotationKeys = append([]string{
	"kubectl.kubernetes.io/default-container", "latchkey.dev/curve-secret-name", "alpha.jobset.sigs.k8s.io/exclusive-topology",
	"alpha.jobset.sigs.k8s.io/node-selector", "jobset.sigs.k8s.io/jobset-name", "batch.kubernetes.io/job-completion-index", "example.com/note",
}, anyText...)

// words are values of Kubernetes' own enumerations and of other fields, by the name of the field. Fields whose rules are left to the
// server have none.
var words = map[string][]any{
	"dnsPolicy":                {"ClusterFirst", "ClusterFirstWithHostNet", "Default", "None", "clusterFirst"},
	"restartPolicy":            {"Never", "OnFailure", "Always", "never"},
	"operator":                 {"Equal", "Exists", "Lt", "Gt", "In", "equal"},
	"imagePullPolicy":          {"Always", "IfNotPresent", "Never", "always"},
	"add":                      {"SYS_ADMIN", "CAP_SYS_ADMIN", "ALL", "", "x y", "sys_admin", "NET_RAW"},
	"drop":                     {"ALL", "SYS_ADMIN", "", "x"},
	"medium":                   {"", "Memory", "memory", "HugePages"},
	"emptyDirMedium":           {"", "Memory", "memory", "HugePages", "HugePages-2Mi"},
	"emptyDirSizeLimit":        quantities,
	"capacity":                 quantities,
	"storageClass":             {"", "hostpath", "standard", "Bad_Class", "a.b"},
	"hostPath":                 {"/tmp", "tmp", "/tmp/../x", "/", "", "/a:b", "/..a"},
	"path":                     {"/data", "data", "/", "", "/data/", "/dev/shm", "/a:b", "/flux_operator", "/opt/software", "/mnt/flux", "../x", "/data/../x", "/run/latchkey"},
	"workingDir":               {"/tmp", "relative", "", "/a b"},
	"image":                    {"", "ubuntu", "Ubuntu", " ubuntu", "ubuntu ", "a:b:c", "example.com/a@sha256:0", "a\tb", "https://example.com/a", strings.Repeat("i", 300)},
	"headlessName":             {"", "svc", "1svc", "Svc", "a.b", strings.Repeat("s", 63), strings.Repeat("s", 64), "-a"},
	"serviceName":              {"", "svc", "1svc", "Svc", "a.b", strings.Repeat("s", 63), strings.Repeat("s", 64), "-a"},
	"clusterName":              {"", "a"},
	"ports":                    {[]any{int64(80), int64(80)}, []any{int64(8050)}, []any{int64(0)}, []any{int64(65536)}, []any{int64(9000), int64(9001)}},
	"command":                  {"", "echo hi", "echo 'a", "a\nb", "$(X) ${Y}", "cat <<E\nx\nE"},
	"script":                   {"", "echo hi", "#!/bin/sh\necho"},
	"secretName":               {"", "a", "Bad_Name", "a.b"},
	"secretNamespace":          {"", "default", "Bad_Name", "a.b"},
	"volumeHandle":             {"", "handle", "a b"},
	"driver":                   {"", "csi.example.com", "Bad_Driver", strings.Repeat("d", 64)},
	"csiDriver":                {"", "csi.example.com", "Bad_Driver", strings.Repeat("d", 64), "CSI.example.com"},
	"deadlineSeconds":          {int64(0), int64(-1), int64(1), int64(2147483647), int64(2147483648), int64(1 << 62)},
	"emptyDir":                 {true, false},
	"serviceAccountName":       {"", "default", "Bad_Name", "a.b"},
	"runtimeClassName":         {"", "gvisor", "Bad_Name", "a.b"},
	"schedulerName":            {"", "default-scheduler", "Bad Name", "a.b"},
	"imagePullSecret":          {"", "a", "Bad_Name"},
	"runAsNonRoot":             {true, false},
	"privileged":               {true, false},
	"allowPrivilegeEscalation": {true, false},
	"curveCert":                {"", "x"},
	"brokerConfig":             {"", "[tbon]\n", "not toml ="},
}

// keysFor are keys of the map at a place.
func keysFor(at field) []string {
	switch at.leaf() {
	case "annotations", "claimAnnotations":
		return annotationKeys
	case "limits", "requests", "resources":
		return resourceNames
	case "nodeAffinity", "nodeSelector", "labels", "jobLabels":
		return append([]string{
			"kubernetes.io/hostname", "topology.kubernetes.io/zone", "app.kubernetes.io/component", "latchkey.dev/network", "job-name", "controller-uid",
			"batch.kubernetes.io/job-name", "app.kubernetes.io/name", "jobset.sigs.k8s.io/jobset-name", "kueue.x-k8s.io/queue-name",
			"batch.kubernetes.io/job-completion-index", "jobset.sigs.k8s.io/job-key", "app.kubernetes.io/managed-by", "batch.kubernetes.io/controller-uid",
		}, anyText...)
	case "environment", "secrets":
		return append([]string{"PATH", "HOME", "LATCHKEY_X", "JOB_COMPLETION_INDEX", "A-B", "A.B", "1A", "A=B", "FLUX_URI", "a b", "KUBERNETES_PORT"}, anyText...)
	case "items":
		return append([]string{"app.conf", "..a", "a b"}, anyText...)
	case "options", "listOptions", "mapOptions":
		return []string{"command", "completions", "rate", "image", "path", "name", "entrypoint", "limits.cpu", "tasks", "pre", "post", "workdir", "mount", "soleTenancy", "commands", "problem", "resources", "cpu", "hostPath", "readOnly", "claimName", "secretName", "configMapName", "items", "target", "containerTarget", "nodes", "size", "prefix", "privileged", "labels"}
	}
	return anyText
}

// value returns a value for a field: one with a meaning there, or any of its type, and sometimes one of another type.
func (m *mutator) value(at field, schema *schema.Schema) any {
	name := at.leaf()
	inside := at[len(at)-1] == "{}" || at[len(at)-1] == "[]"
	switch {
	case m.IntN(25) == 0:
		return pick(m.Rand, []any{nil, "text", int64(7), true, []any{}, tree{}, 1.5, []any{nil}, tree{"a": nil}})
	case inside && slices.Contains([]string{"limits", "requests", "resources"}, name) && (schema == nil || schema.Type != "object"):
		return pick(m.Rand, quantities)
	case len(words[name]) > 0 && m.IntN(5) > 0 && fits(words[name][0], schema):
		return clone(pick(m.Rand, words[name]))
	}
	return m.ofType(schema, at)
}

// fits tells whether a word is for a field of this type. Another field may have the same name.
func fits(word any, schema *schema.Schema) bool {
	if schema == nil {
		return true
	}
	switch word.(type) {
	case []any:
		return schema.Type == "array"
	case bool:
		return schema.Type == "boolean"
	case int64:
		return schema.Type == "integer"
	}
	return schema.Type == "string" || schema.Type == "" || schema.IntOrString
}

func (m *mutator) ofType(schema *schema.Schema, at field) any {
	if schema == nil {
		return pick(m.Rand, anyText)
	}
	switch schema.Type {
	case "integer":
		return pick(m.Rand, anyNumber)
	case "boolean":
		return m.IntN(2) == 0
	case "array":
		list := []any{}
		for range m.IntN(3) {
			list = append(list, m.value(append(slices.Clone(at), "[]"), schema.Items))
		}
		return list
	case "object":
		return m.object(schema, at)
	}
	if schema.IntOrString && m.IntN(2) == 0 {
		return pick(m.Rand, anyNumber)
	}
	return pick(m.Rand, anyText)
}

func (m *mutator) object(schema *schema.Schema, at field) any {
	object, _ := filled(schema).(tree)
	if schema.AdditionalProperties != nil {
		for range m.IntN(3) {
			object[pick(m.Rand, keysFor(at))] = m.value(append(slices.Clone(at), "{}"), schema.AdditionalProperties)
		}
	}
	for _, name := range schema.Names() {
		if schema.Properties[name] != nil && m.IntN(4) == 0 {
			object[name] = m.value(append(slices.Clone(at), name), schema.Properties[name])
		}
	}
	return object
}
