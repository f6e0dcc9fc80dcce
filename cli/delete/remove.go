package delete

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/latchkey-dev/latchkey/cli/internal/exit"
	"github.com/latchkey-dev/latchkey/internal/kubectl"
	"github.com/latchkey-dev/latchkey/internal/text"
)

// remove deletes objects, and returns those that were still there.
func (o *options) remove(ctx context.Context, doomed []unstructured.Unstructured) (deleted []unstructured.Unstructured, err error) {
	for _, object := range doomed {
		switch err := o.deleteOne(ctx, object); {
		case kubectl.IsConflict(err):
			o.Say(nameOf(object) + " was created again by somebody else, and is kept")
		case err == nil:
			deleted = append(deleted, object)
		case !kubectl.IsNotFound(err):
			return nil, err
		}
	}
	return deleted, nil
}

// deleteOne deletes an object if it is still the one that was shown. What has pods is there until its pods are gone.
func (o *options) deleteOne(ctx context.Context, object unstructured.Unstructured) error {
	body, err := json.Marshal(metav1.DeleteOptions{
		TypeMeta:          metav1.TypeMeta{APIVersion: "v1", Kind: "DeleteOptions"},
		Preconditions:     &metav1.Preconditions{UID: new(object.GetUID())},
		PropagationPolicy: new(metav1.DeletePropagationForeground),
	})
	if err != nil {
		return err
	}
	return o.client.Run(ctx, bytes.NewReader(body), nil, "delete", "--raw="+pathOf(object), "--filename=-")
}

// await waits until deleted objects are gone: applying one that is being deleted changes it, and then it goes.
func (o *options) await(ctx context.Context, deleted []unstructured.Unstructured) error {
	left, began := deleted, time.Now()
	var words atomic.Value
	words.Store("")
	finish := o.Progress(func() string { return words.Load().(string) })
	defer finish()
	for longest := cmp.Or(o.Pause, 2*time.Second); o.timeout > 0; {
		if still, err := o.still(ctx, left); err == nil { // otherwise the server may answer soon
			left = still
		}
		switch {
		case len(left) == 0:
			return nil
		case time.Since(began) > o.timeout:
			return exit.Inputf("after %s these objects are still being deleted: %s: apply the set again only when nothing of it is left, or wait longer with --timeout", o.timeout, inShort(left))
		}
		if before := words.Swap("waits for the deletion of " + inShort(left)); before != words.Load() && !o.IsWatched() {
			o.Say(words.Load().(string))
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(min(longest, max(longest/10, time.Since(began)/2))):
		}
	}
	return nil
}

// inShort names the first of some objects, and counts the others.
func inShort(objects []unstructured.Unstructured) string {
	words := nameOf(objects[0])
	if more := len(objects) - 1; more > 0 {
		words += fmt.Sprintf(" and %s", text.Count(more, "other object"))
	}
	return words
}

// still returns those of some objects that are there. An object that somebody has made again meanwhile is another one.
func (o *options) still(ctx context.Context, objects []unstructured.Unstructured) ([]unstructured.Unstructured, error) {
	args := []string{"--ignore-not-found", "--namespace=" + objects[0].GetNamespace()}
	for _, object := range objects {
		resource := resourceOf(object.GetKind())
		if group := object.GroupVersionKind().Group; group != "" {
			resource += "." + group
		}
		args = append(args, resource+"/"+object.GetName())
	}
	there, err := o.client.Objects(ctx, nil, args...)
	return slices.DeleteFunc(slices.Clone(objects), func(object unstructured.Unstructured) bool {
		return !slices.ContainsFunc(there, func(one unstructured.Unstructured) bool { return one.GetUID() == object.GetUID() })
	}), err
}

// resourceOf returns the name of a kind in paths: "networkpolicies" for NetworkPolicy.
func resourceOf(kind string) string { return text.Plural(2, strings.ToLower(kind)) }

// pathOf returns the path of an object in the API.
func pathOf(object unstructured.Unstructured) string {
	root := "/api/"
	if object.GroupVersionKind().Group != "" {
		root = "/apis/"
	}
	return root + object.GetAPIVersion() + "/namespaces/" + object.GetNamespace() + "/" + resourceOf(object.GetKind()) + "/" + object.GetName()
}
