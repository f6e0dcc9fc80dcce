package workload

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	latchkey "github.com/latchkey-dev/latchkey/apis/latchkey/v1alpha1"
)

// NewFiles returns the ConfigMap with the scripts and snippets of a set. Each snippet has a key of its own and stays as it was written. The
// ConfigMap is immutable, so kubelets need not watch it. Its name is the name of meta with the hash of the data: while a pod still uses
// an old ConfigMap, the kubelet serves it to new pods too, if the new one has the same name (seen: a new set ran the old command).
func NewFiles(meta metav1.ObjectMeta, data map[string]string, hash string) *corev1.ConfigMap {
	meta.Name += "-" + hash
	return &corev1.ConfigMap{
		TypeMeta:   metav1.TypeMeta{APIVersion: "v1", Kind: "ConfigMap"},
		ObjectMeta: meta,
		Data:       data,
		Immutable:  new(true),
	}
}

// ContentHash returns a hash of Kubernetes objects that can be part of a name.
func ContentHash(objects ...any) string {
	data, err := json.Marshal(objects)
	if err != nil {
		panic(err) // these are Kubernetes types, which all have a JSON form
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])[:latchkey.HashLength]
}

// DataHash returns a hash of the data of a ConfigMap that can be part of a name. Each key and each value follows its
// length, so that no two contents are the same bytes. JSON would copy all values, which takes a good part of a run.
func DataHash(data map[string]string) string { return DataSum(data)[:latchkey.HashLength] }

// DataSum is the whole hash of which [DataHash] is the beginning.
func DataSum(data map[string]string) string {
	hash := sha256.New()
	out := bufio.NewWriterSize(hash, 1<<10)
	for _, key := range slices.Sorted(maps.Keys(data)) {
		fmt.Fprintf(out, "%d:%s%d:", len(key), key, len(data[key]))
		out.WriteString(data[key])
	}
	_ = out.Flush() // a hash takes all
	return hex.EncodeToString(hash.Sum(nil))
}

// Rehashed returns objects with another hash at the ends of names and of references to them. The other objects stay.
func Rehashed(objects []runtime.Object, from, to string) []runtime.Object {
	after := slices.Clone(objects)
	from, to = "-"+from+`"`, "-"+to+`"`
	for at, object := range objects {
		text, err := json.Marshal(object)
		if err == nil && bytes.Contains(text, []byte(from)) {
			after[at] = reflect.New(reflect.TypeOf(object).Elem()).Interface().(runtime.Object)
			err = json.Unmarshal(bytes.ReplaceAll(text, []byte(from), []byte(to)), after[at])
		}
		if err != nil {
			panic(err) // these are Kubernetes types, which all have a JSON form
		}
	}
	return after
}

// HashPlaceholder has the length of a hash that is not known yet.
var HashPlaceholder = strings.Repeat("x", latchkey.HashLength)
