package live

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"

	"github.com/latchkey-dev/latchkey/internal/files"
	"github.com/latchkey-dev/latchkey/internal/kubectl"
	"github.com/latchkey-dev/latchkey/internal/runs"
)

// ServerVersion returns the version of the API server: "v1.36.3". It is "" if the server does not say it.
func ServerVersion(ctx context.Context, client kubectl.Client) string {
	var out bytes.Buffer
	var version struct{ GitVersion string }
	if client.Run(ctx, nil, &out, "get", "--raw=/version") != nil || json.Unmarshal(out.Bytes(), &version) != nil {
		return ""
	}
	return version.GitVersion
}

// noteUnknown notes what the cluster did not tell. The name of the user, which an error of the server has, is not for the record.
func (c *collection) noteUnknown(what string, err error) {
	if err == nil {
		return
	}
	why := "the cluster did not say"
	if kubectl.IsForbidden(err) {
		why = "the user may not read them"
	}
	if line := what + ": " + why; !slices.Contains(c.unknown, line) {
		c.unknown = append(c.unknown, line)
	}
}

// keep keeps what the cluster says of a set that others have applied, in the folder above that of the set.
func (c *collection) keep(ctx context.Context, root string, record *runs.Set) {
	if record.Kept != nil || ctx.Err() != nil {
		return
	}
	data, err := c.last().manifests(ctx, c.Client)
	if err == nil {
		var name string
		if name, err = keepIn(root, data); err == nil {
			record.Kept = &runs.Kept{Manifests: name, FromCluster: true}
		}
	}
	c.noteUnknown("manifests", err)
	record.Unknown = c.unknown
}

func keepIn(root string, manifests []byte) (string, error) {
	above, err := files.Open(root)
	if err != nil {
		return "", err
	}
	defer func() { _ = above.Close() }() // no file is open in it
	return files.Keep(above, runs.ManifestsFolder, runs.ManifestsEnd, files.Compressed(manifests))
}

// seal adds the digests of the logs.
func (c *collection) seal(record *runs.Set) {
	for _, pod := range record.Pods {
		for n := range pod.Containers {
			if own := &pod.Containers[n]; own.Log != "" {
				own.SHA256, _ = files.DigestOf(c.folder, own.Log) // without it "study check" names the log
			}
		}
	}
}

// manifests returns the workload and its ConfigMaps as the cluster has them, as YAML, without what the cluster itself writes.
func (s *Set) manifests(ctx context.Context, client kubectl.Client) ([]byte, error) {
	var args []string
	if s.jobset != nil {
		args = append(args, jobSets+"/"+s.Name)
	} else {
		for _, p := range s.parts {
			args = append(args, "jobs.batch/"+p.name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.mounts())) {
		args = append(args, "configmaps/"+name)
	}
	objects, err := client.Objects(ctx, nil, append(args, "--ignore-not-found")...)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	for _, object := range objects {
		cleared(object.Object)
		text, err := yaml.Marshal(object.Object)
		if err != nil {
			return nil, fmt.Errorf("write the manifests: %w", err)
		}
		out.WriteString("---\n" + string(text))
	}
	return out.Bytes(), nil
}

// cleared drops from an object what the cluster writes, and the copy that kubectl keeps of it.
func cleared(object map[string]any) {
	delete(object, "status")
	for _, name := range []string{"managedFields", "uid", "resourceVersion", "generation", "creationTimestamp"} {
		unstructured.RemoveNestedField(object, "metadata", name)
	}
	unstructured.RemoveNestedField(object, "metadata", "annotations", corev1.LastAppliedConfigAnnotation)
}
