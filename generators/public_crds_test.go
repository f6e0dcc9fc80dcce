package generators_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"sigs.k8s.io/yaml"
)

// publicDir has the operators' CRDs. It is beside the repository.
const publicDir = "../../shared/crds"

// node is the part of a CRD's schema that is compared.
type node struct {
	Type                 string          `json:"type"`
	Format               string          `json:"format"`
	Default              any             `json:"default"`
	IntOrString          bool            `json:"x-kubernetes-int-or-string"`
	ListType             string          `json:"x-kubernetes-list-type"`
	Required             []string        `json:"required"`
	Properties           map[string]node `json:"properties"`
	Items                *node           `json:"items"`
	AdditionalProperties *node           `json:"additionalProperties"`
}

// crd is the part of a CRD that is compared.
type crd struct {
	Spec struct {
		Group string            `json:"group"`
		Names map[string]string `json:"names"`
		Scope string            `json:"scope"`

		Versions []struct {
			Name    string `json:"name"`
			Served  bool   `json:"served"`
			Storage bool   `json:"storage"`
			Schema  struct {
				OpenAPIV3Schema node `json:"openAPIV3Schema"`
			} `json:"schema"`
			Subresources map[string]any `json:"subresources"`
		} `json:"versions"`
	} `json:"spec"`
}

// explanations has, for MiniClusters, the intended differences, by the end of the field's path.
var explanations = map[string]string{
	".securityContext.appArmorProfile":          "newer than the public CRD in Kubernetes' SecurityContext and PodSecurityContext",
	".appArmorProfile.localhostProfile":         "newer",
	".appArmorProfile.type":                     "newer",
	".securityContext.seLinuxChangePolicy":      "newer in Kubernetes' PodSecurityContext",
	".securityContext.supplementalGroupsPolicy": "newer",
	".capabilities.add":                         "Kubernetes now says how this list merges",
	".capabilities.drop":                        "the same",
	".securityContext.supplementalGroups":       "the same",
	".securityContext.sysctls":                  "the same",
	".fluxUser.uid":                             "has a format, as Kubernetes' runAsUser",
}

// metricSetExplanations are the same for MetricSets.
var metricSetExplanations = map[string]string{
	".metrics":     "is replaced as a whole, as it was without saying so",
	".addons":      "the same",
	".serviceName": "is the name of the set: two sets with one default share a Service that finds the pods of one",
}

func TestPublicCRDs(t *testing.T) {
	t.Parallel()
	if _, err := os.Stat(publicDir); os.IsNotExist(err) {
		t.Skipf("the public CRDs are not at hand: %s", publicDir)
	}
	compare(t, "miniclusters", 100, explanations)
	compare(t, "metricsets", 40, metricSetExplanations)
}

// compare compares both versions of a CRD with the public ones, except for the explained differences.
func compare(t *testing.T, plural string, least int, explanations map[string]string) {
	t.Helper()
	made, used := readCRD(t, "../apis/crds/flux-framework.org_"+plural+".yaml"), map[string]bool{}
	for _, version := range []string{"v1alpha1", "v1alpha2"} {
		public := readCRD(t, filepath.Join(publicDir, plural+"-"+version+".yaml"))
		got, want := fields(made, version), fields(public, version)
		if len(want) < least {
			t.Fatalf("%s: only %d public fields", version, len(want))
		}
		dropExplained(got, want, explanations, used)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: fields differ (-public +ours):\n%s", version, diff)
		}
	}
	for end := range explanations {
		if !used[end] {
			t.Errorf("%s: explained, but there is no difference", end)
		}
	}
}

func TestMiniClusterCRDServesBothVersions(t *testing.T) {
	t.Parallel()
	made := readCRD(t, "../apis/crds/flux-framework.org_miniclusters.yaml")
	var got []string
	for _, version := range made.Spec.Versions {
		got = append(got, fmt.Sprintf("%s served=%t storage=%t scale=%t status=%t", version.Name, version.Served,
			version.Storage, version.Subresources["scale"] != nil, version.Subresources["status"] != nil))
	}
	want := []string{
		"v1alpha1 served=true storage=false scale=true status=true",
		"v1alpha2 served=true storage=true scale=true status=true",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("versions differ (-want +got):\n%s", diff)
	}
	if made.Spec.Group != "flux-framework.org" || made.Spec.Scope != "Namespaced" ||
		made.Spec.Names["plural"] != "miniclusters" {
		t.Errorf("group %q, scope %q, names %v", made.Spec.Group, made.Spec.Scope, made.Spec.Names)
	}
}

func readCRD(t *testing.T, path string) crd {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var out crd
	if err := yaml.Unmarshal(data, &out); err != nil {
		t.Fatalf("read %s: %v", path, err)
	}
	return out
}

// fields returns the facts of each field of a version, by path, for example "spec.size": "integer int32 default=1".
func fields(in crd, name string) map[string]string {
	out := map[string]string{}
	for _, version := range in.Spec.Versions {
		if version.Name == name {
			version.Schema.OpenAPIV3Schema.collect("", false, out)
		}
	}
	return out
}

// collect adds the facts of n and of all nodes below it. Properties of an item have the path path[], and
// properties of a map's value have the path path{}.
func (n *node) collect(path string, required bool, out map[string]string) {
	facts := []string{n.Type, n.Format, n.ListType}
	if n.IntOrString {
		facts[0] = "int-or-string"
	}
	if n.Default != nil {
		facts = append(facts, fmt.Sprintf("default=%v", n.Default))
	}
	if required {
		facts = append(facts, "required")
	}
	out[path] = strings.Join(slices.DeleteFunc(facts, func(fact string) bool { return fact == "" }), " ")
	for name, property := range n.Properties {
		property.collect(path+"."+name, slices.Contains(n.Required, name), out)
	}
	if n.Items != nil {
		n.Items.collect(path+"[]", false, out)
	}
	if n.AdditionalProperties != nil {
		n.AdditionalProperties.collect(path+"{}", false, out)
	}
}

// dropExplained removes the explained differences from both sides. It notes in used which explanations were needed.
func dropExplained(got, want, explanations map[string]string, used map[string]bool) {
	for path, facts := range got {
		end := explanationOf(path, explanations)
		if end == "" || want[path] == facts {
			continue
		}
		used[end] = true
		delete(got, path)
		delete(want, path)
	}
}

// explanationOf returns the key of the explanation of a path, or of the list that contains it.
func explanationOf(path string, explanations map[string]string) string {
	for end := range explanations {
		if strings.HasSuffix(strings.TrimSuffix(path, "[]"), end) {
			return end
		}
	}
	return ""
}
