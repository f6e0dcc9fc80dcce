package diff

import (
	"bytes"
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/latchkey-dev/latchkey/apis/names"
	"github.com/latchkey-dev/latchkey/fn"
	"github.com/latchkey-dev/latchkey/internal/changes"
	"github.com/latchkey-dev/latchkey/internal/kubectl"
)

// fromCluster returns the objects of the cluster that some manifests would change, and those manifests.
func (o *options) fromCluster(ctx context.Context, items []*fn.Item) (before, after []changes.Object, err error) {
	client := o.cluster.Client()
	namespace, err := client.Namespace(ctx)
	if err != nil {
		return nil, nil, err
	}
	var manifests []map[string]any
	var stream bytes.Buffer
	for _, item := range items {
		manifest, err := item.Content()
		if err != nil {
			return nil, nil, err
		}
		manifests = append(manifests, manifest)
		stream.WriteString("---\n")
		if err := item.Encode(&stream); err != nil {
			return nil, nil, err
		}
	}
	found, err := client.Objects(ctx, &stream, "--ignore-not-found", "--filename=-")
	if err != nil {
		return nil, nil, err
	}
	left, err := madeBefore(ctx, client, items, namespace)
	if err != nil {
		return nil, nil, err
	}
	var objects []map[string]any
	for _, object := range append(found, left...) {
		objects = append(objects, object.Object)
	}
	before, after = changes.FromCluster(manifests, objects, namespace)
	return before, after, nil
}

// madeBefore returns the objects of a cluster that Latchkey has made, of the kinds and in the namespaces of some
// manifests.
func madeBefore(ctx context.Context, client kubectl.Client, items []*fn.Item, namespace string) (all []unstructured.Unstructured, err error) {
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
	for _, in := range slices.Sorted(maps.Keys(kinds)) {
		found, err := client.Objects(ctx, nil, strings.Join(slices.Sorted(maps.Keys(kinds[in])), ","), "--namespace="+in, "--selector="+names.ManagedBySelector)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return all, nil
}
