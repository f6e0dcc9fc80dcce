//go:build e2e

package differential

import (
	"bytes"
	"crypto/sha256"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/latchkey-dev/latchkey/e2e/internal/lab"
)

// A server is the API server of a kubeconfig, and its answers so far.
type server struct {
	url, token string
	client     *http.Client

	mu    sync.Mutex
	kinds map[string]map[string]resource // by group and version, and kind
	known map[[32]byte]verdict
	asked atomic.Int64
}

// newServer connects to the server of a lab, by token or client certificate. The server's own certificate is not checked: this
// is for test clusters.
func newServer(t *testing.T, l *lab.Lab) *server {
	t.Helper()
	var config struct { // of one cluster and one user
		Clusters []struct {
			Cluster struct{ Server string }
		}
		Users []struct {
			User struct {
				Token       string
				Certificate []byte `json:"client-certificate-data"`
				Key         []byte `json:"client-key-data"`
			}
		}
	}
	text := l.Must(t, "", "config", "view", "--raw", "--flatten", "--minify", "-o", "json")
	if err := json.Unmarshal([]byte(text), &config); err != nil || len(config.Clusters) != 1 || len(config.Users) != 1 {
		t.Fatalf("no cluster, or no user: %v", err)
	}
	user := config.Users[0].User
	security := &tls.Config{InsecureSkipVerify: true} //nolint:gosec // a test cluster's certificate is its own
	if len(user.Certificate) > 0 {
		pair, err := tls.X509KeyPair(user.Certificate, user.Key)
		if err != nil {
			t.Fatal(err)
		}
		security.Certificates = []tls.Certificate{pair}
	}
	return &server{
		url:    strings.TrimSuffix(config.Clusters[0].Cluster.Server, "/"),
		token:  user.Token,
		client: &http.Client{Transport: &http.Transport{TLSClientConfig: security, MaxIdleConnsPerHost: 64, ForceAttemptHTTP2: true}},
		kinds:  map[string]map[string]resource{},
		known:  map[[32]byte]verdict{},
	}
}

// A resource says where objects of a kind are created.
type resource struct {
	Kind       string `json:"kind"`
	Name       string `json:"name"`
	Namespaced bool   `json:"namespaced"`
}

// do sends a request and returns the answer. The body is JSON, or for PATCH the object of a server-side apply.
func (s *server) do(method, path string, body []byte) (int, []byte, error) {
	request, err := http.NewRequest(method, s.url+path, bytes.NewReader(body))
	if err != nil {
		return 0, nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	if method == http.MethodPatch {
		request.Header.Set("Content-Type", "application/apply-patch+yaml") // clients send JSON under this name
	}
	if s.token != "" {
		request.Header.Set("Authorization", "Bearer "+s.token)
	}
	s.asked.Add(1)
	answer, err := s.client.Do(request)
	if err != nil {
		return 0, nil, err
	}
	defer answer.Body.Close() //nolint:errcheck // it was only read
	data, err := io.ReadAll(answer.Body)
	return answer.StatusCode, data, err
}

// place returns where objects of a kind are created, nothing if the server does not have the kind.
func (s *server) place(apiVersion, kind string) (place resource, path string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	path = "/apis/" + apiVersion
	if !strings.Contains(apiVersion, "/") {
		path = "/api/" + apiVersion
	}
	found, ok := s.kinds[apiVersion]
	if !ok {
		status, data, err := s.do(http.MethodGet, path, nil)
		if err != nil {
			return resource{}, "", err
		}
		var list struct {
			Resources []resource `json:"resources"`
		}
		found = map[string]resource{}
		if status == http.StatusOK {
			if err := json.Unmarshal(data, &list); err != nil {
				return resource{}, "", err
			}
		}
		for _, each := range list.Resources {
			if !strings.Contains(each.Name, "/") {
				found[each.Kind] = each
			}
		}
		s.kinds[apiVersion] = found
	}
	return found[kind], path, nil
}

// A verdict is the server's answer about an object.
type verdict struct {
	// taken says that the server would create the object, absent that it does not have the kind.
	taken, absent bool
	// why has the reasons as classes: the same class for the same mistake in another place. words are the server's own.
	why   []string
	words string
}

var errServer = errors.New("the API server is in trouble")

// A way is how an object comes to the server. kubectl and Argo CD create it, Flux CD and kpt apply it on the server.
type way byte

const (
	create way = iota
	apply
)

// judge asks the server for a dry run in a namespace. It does not ask the same twice.
func (s *server) judge(object tree, namespace string, how way) (verdict, error) {
	object = moved(object, namespace)
	body, err := json.Marshal(object)
	if err != nil {
		return verdict{}, err
	}
	sum := sha256.Sum256(append(body, byte(how)))
	s.mu.Lock()
	known, ok := s.known[sum]
	s.mu.Unlock()
	if ok {
		return known, nil
	}
	found, err := s.ask(object, namespace, body, how)
	if err == nil {
		s.mu.Lock()
		s.known[sum] = found
		s.mu.Unlock()
	}
	return found, err
}

func (s *server) ask(object tree, namespace string, body []byte, how way) (verdict, error) {
	place, path, err := s.place(textOf(object, "apiVersion"), textOf(object, "kind"))
	if err != nil || place.Name == "" {
		return verdict{absent: true}, err
	}
	if place.Namespaced {
		path += "/namespaces/" + namespace
	}
	const query = "?dryRun=All&fieldValidation=Strict&fieldManager=differential"
	if how == apply {
		return s.send(object, http.MethodPatch, path+"/"+place.Name+"/"+url.PathEscape(textOf(object, "metadata", "name"))+query+"&force=true", body)
	}
	return s.send(object, http.MethodPost, path+"/"+place.Name+query, body)
}

// send asks the server until it is not in trouble.
func (s *server) send(object tree, method, path string, body []byte) (verdict, error) {
	kind := textOf(object, "kind")
	const trials = 5
	var last []byte
	for range trials {
		status, data, err := s.do(method, path, body)
		last = data
		switch {
		case err != nil:
			return verdict{}, err
		case status < 300, status == http.StatusConflict, waits(object, data):
			return verdict{taken: true}, nil
		case status < 500 && status != http.StatusTooManyRequests:
			return refusal(kind, data)
		case strings.Contains(string(data), "json: cannot unmarshal"), strings.Contains(string(data), "unrecognized type"),
			strings.Contains(string(data), "failed to create typed patch object"):
			return refusal(kind, data) // what cannot be read is called an internal error
		}
	}
	return verdict{}, fmt.Errorf("%w: %s about %s", errServer, last, body)
}

// waits tells whether a pod is refused until the pod of index 0 of its job has a node. This happens with exclusive
// placement.
func waits(object tree, data []byte) bool {
	return strings.Contains(string(data), "follower pod node selector ") &&
		textOf(object, "metadata", "annotations", "batch.kubernetes.io/job-completion-index") != ""
}

// refusal reads why an object was refused.
func refusal(kind string, data []byte) (verdict, error) {
	var status metav1.Status
	if err := json.Unmarshal(data, &status); err != nil {
		return verdict{}, fmt.Errorf("%w: %s", err, data)
	}
	var why []string
	if status.Details != nil {
		for _, cause := range status.Details.Causes {
			why = append(why, kind+": "+classOf(cause.Field+": "+cause.Message))
		}
	}
	if len(why) == 0 {
		why = []string{kind + ": " + classOf(status.Message)}
	}
	return verdict{why: why, words: status.Message}, nil
}

// moved returns an object in a namespace. It moves objects of other valid namespaces too, because these namespaces need
// not exist.
func moved(object tree, namespace string) tree {
	metadata, ok := object["metadata"].(tree)
	if !ok {
		return object
	}
	if own, given := metadata["namespace"]; given {
		if name, isText := own.(string); !isText || !isNamespace(name) {
			return object
		}
	}
	copied := clone(object).(tree)
	copied["metadata"].(tree)["namespace"] = namespace
	return copied
}
