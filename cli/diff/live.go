package diff

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/json"

	"github.com/latchkey-dev/latchkey/fn"
	"github.com/latchkey-dev/latchkey/internal/changes"
	"github.com/latchkey-dev/latchkey/internal/kubectl"
	"github.com/latchkey-dev/latchkey/internal/text"
)

// fromCluster returns the objects of the cluster that some manifests would change, and those manifests.
func (o *options) fromCluster(ctx context.Context, items []*fn.Item) (before, after []changes.Object, err error) {
	client := kubectl.Client{}
	if o.context != "" {
		client.Flags = append(client.Flags, "--context="+o.context)
	}
	namespace, err := client.Namespace(ctx)
	if err != nil {
		return nil, nil, err
	}
	var manifests []map[string]any
	for _, item := range items {
		manifest, err := item.Content()
		if err != nil {
			return nil, nil, err
		}
		manifests = append(manifests, manifest)
	}
	found, err := liveObjects(ctx, client, items)
	if err != nil {
		return nil, nil, err
	}
	left, err := madeBefore(ctx, client, items, namespace)
	if err != nil {
		return nil, nil, err
	}
	before, after = changes.FromCluster(manifests, append(found, left...), namespace)
	return before, after, nil
}

// madeBefore returns the objects of a cluster that Latchkey has made, of the kinds and in the namespaces of some
// manifests.
func madeBefore(ctx context.Context, client kubectl.Client, items []*fn.Item, namespace string) ([]map[string]any, error) {
	kinds := map[string]map[string]bool{}
	for _, item := range items {
		if item.Source() != "" {
			in := cmp.Or(item.Namespace, namespace)
			if kinds[in] == nil {
				kinds[in] = map[string]bool{}
			}
			kinds[in][strings.TrimSuffix(strings.ToLower(item.Kind)+"."+item.Group(), ".")] = true
		}
	}
	var objects []map[string]any
	for _, in := range slices.Sorted(maps.Keys(kinds)) {
		var list struct{ Items []map[string]any }
		names := strings.Join(slices.Sorted(maps.Keys(kinds[in])), ",")
		if err := client.Get(ctx, &list, names, "--namespace="+in, "--selector=app.kubernetes.io/managed-by=latchkey"); err != nil {
			return nil, err
		}
		objects = append(objects, list.Items...)
	}
	return objects, nil
}

// liveObjects returns the objects of a cluster that have the names of some manifests.
func liveObjects(ctx context.Context, client kubectl.Client, items []*fn.Item) ([]map[string]any, error) {
	var in, out, stderr bytes.Buffer
	for _, item := range items {
		in.WriteString("---\n")
		if err := item.Encode(&in); err != nil {
			return nil, err
		}
	}
	status, err := client.Attach(ctx, &in, &out, &stderr, "get", "--ignore-not-found", "--output=json", "--filename=-")
	switch {
	case err != nil:
		return nil, err
	case status != 0:
		return nil, fmt.Errorf("kubectl get: %s", strings.TrimPrefix(text.FirstLine(stderr.String()), "error: "))
	case len(bytes.TrimSpace(out.Bytes())) == 0:
		return nil, nil
	}
	var object map[string]any
	if err := json.Unmarshal(out.Bytes(), &object); err != nil {
		return nil, fmt.Errorf("kubectl get: the answer is not JSON: %w", err)
	}
	list, isList := object["items"].([]any)
	if !isList {
		return []map[string]any{object}, nil
	}
	var objects []map[string]any
	for _, item := range list {
		if read, ok := item.(map[string]any); ok {
			objects = append(objects, read)
		}
	}
	return objects, nil
}
