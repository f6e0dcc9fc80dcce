package minicluster_test

import (
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
)

// secrets is an API server that has one Secret.
type secrets struct {
	mu        sync.Mutex
	version   int
	content   string // of curve.cert
	requests  []string
	failing   []int            // statuses to answer with, first
	meanwhile func(s *secrets) // what another one does before the first PATCH
}

func (s *secrets) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = append(s.requests, r.Method)
	if len(s.failing) > 0 {
		w.WriteHeader(s.failing[0])
		s.failing = s.failing[1:]
		return
	}
	if r.URL.Path != "/api/v1/namespaces/hpc/secrets/app-curve" || r.Header.Get("Authorization") != "Bearer t0ken" {
		w.WriteHeader(http.StatusForbidden)
		return
	}
	if r.Method == http.MethodPatch {
		s.patch(w, r)
		return
	}
	s.show(w)
}

func (s *secrets) patch(w http.ResponseWriter, r *http.Request) {
	if s.meanwhile != nil {
		s.meanwhile(s)
		s.meanwhile = nil
	}
	var patch struct {
		Metadata struct{ ResourceVersion string }
		Data     map[string][]byte
	}
	err := json.NewDecoder(r.Body).Decode(&patch)
	switch {
	case err != nil || r.Header.Get("Content-Type") != "application/merge-patch+json":
		w.WriteHeader(http.StatusBadRequest)
	case patch.Metadata.ResourceVersion != fmt.Sprint(s.version):
		w.WriteHeader(http.StatusConflict)
	default:
		s.version++
		s.content = string(patch.Data["curve.cert"])
		s.show(w)
	}
}

func (s *secrets) show(w http.ResponseWriter) {
	secret := map[string]any{"metadata": map[string]any{"name": "app-curve", "resourceVersion": fmt.Sprint(s.version)}}
	if s.content != "" {
		secret["data"] = map[string]string{"curve.cert": base64.StdEncoding.EncodeToString([]byte(s.content))}
	}
	_ = json.NewEncoder(w).Encode(secret)
}

// newKeygen makes a pod with a service account at an API server.
func newKeygen(t *testing.T, s *secrets) *pod {
	t.Helper()
	server := httptest.NewTLSServer(s)
	t.Cleanup(server.Close)
	address, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	p := newPod(t, nil)
	p.Python()
	p.Mkdir("account")
	p.Mkdir("tmp")
	p.Write("account/token", "t0ken\n")
	p.Write("account/namespace", "hpc")
	p.Write("account/ca.crt", string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})))
	return p.with("PATH="+p.Path("bin")+":"+p.Env["PATH"], "CURVE_SECRET=app-curve", "STUB_KEY="+key, "LATCHKEY_SERVICE_ACCOUNT="+p.Path("account"), "TMPDIR="+p.Path("tmp"),
		"KUBERNETES_SERVICE_HOST="+address.Hostname(), "KUBERNETES_SERVICE_PORT="+address.Port(), "LATCHKEY_RIGHT_SECONDS=60")
}

func (p *pod) keygen() int {
	p.T.Helper()
	p.ship([]string{p.Path("files/keygen.py")})
	return p.Wait(p.Pod.Start("sh", p.Path("files/python.sh"), "keygen.py"))
}

const (
	// key is the secret half of the certificates of these tests.
	key  = "s3cr3t$%^&*()_+-=0123456789abcdefghijklm"
	made = "metadata\n    name = \"stub\"\ncurve\n    public-key = \"0000000000000000000000000000000000000007\"\n    secret-key = \"" + key + "\"\n"
)

// lasting is the status after an error that another try does not remove.
const lasting = 78

// others is a certificate that another program has made.
var others = strings.Replace(made, "stub", "other", 1)

func TestKeygen(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		server   *secrets
		env      []string
		status   int
		content  string
		requests string
		says     string
	}{
		"fills an empty Secret": {
			server: &secrets{}, content: made, requests: "GET PATCH", says: "made a key",
		},
		"leaves a filled one alone": {
			server: &secrets{content: others}, content: others, requests: "GET", says: "is filled",
		},
		"takes what a second writer wrote": {
			server:  &secrets{meanwhile: func(s *secrets) { s.content = others; s.version++ }},
			content: others, requests: "GET PATCH GET", says: "is filled",
		},
		"tries again after another change": {
			server:  &secrets{meanwhile: func(s *secrets) { s.version++ }},
			content: made, requests: "GET PATCH GET PATCH", says: "made a key",
		},
		"refuses what is not a certificate": {
			server: &secrets{content: "s3cr3t"}, content: "s3cr3t", status: lasting, requests: "GET",
			says: "error: Secret app-curve holds no CURVE certificate in curve.cert: empty the Secret, or put there what flux keygen writes",
		},
		"refuses half a certificate": {
			server:  &secrets{content: strings.Replace(made, "public", "other", 1)},
			content: strings.Replace(made, "public", "other", 1), status: lasting, requests: "GET", says: "error: Secret app-curve holds no CURVE certificate",
		},
		"waits for its right": {
			server: &secrets{failing: []int{403, 404, 500}}, content: made, requests: "GET GET GET GET PATCH",
			says: "waiting for Secret app-curve: HTTP status 403",
		},
		"fails at what does not pass": {
			server: &secrets{failing: []int{401}}, status: lasting, requests: "GET", says: "error: cannot use the Secret app-curve: HTTP status 401\n",
		},
		"fails for good without its right": {
			server: &secrets{failing: slices.Repeat([]int{403}, 9)}, env: []string{"LATCHKEY_RIGHT_SECONDS=0"}, status: lasting, requests: "GET",
			says: "error: cannot use the Secret app-curve: HTTP status 403: apply all objects of the set, and if it was rendered without a namespace, render it with --namespace hpc\n",
		},
		"may be tried again when the API server is ill": {
			server: &secrets{failing: slices.Repeat([]int{503}, 9)}, env: []string{"LATCHKEY_RIGHT_SECONDS=0"}, status: 1, requests: "GET",
			says: "error: cannot use the Secret app-curve: HTTP status 503\n",
		},
		"fails when flux keygen does": {
			server: &secrets{}, env: []string{"STUB_STATUS=2"}, status: lasting, requests: "GET", says: "flux keygen ended with status 2",
		},
		"fails half way without a word of the key": {
			server: &secrets{meanwhile: func(s *secrets) { s.failing = []int{400, 400}; s.version = -1 }},
			env:    []string{"LATCHKEY_RIGHT_SECONDS=1"}, status: lasting, requests: "GET PATCH GET", says: "error: cannot use the Secret app-curve: HTTP status 400",
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newKeygen(t, test.server).with(test.env...)
			if status := p.keygen(); status != test.status {
				t.Errorf("status is %d, want %d\n%s", status, test.status, p.Stderr.String())
			}
			if test.server.content != test.content {
				t.Errorf("the Secret holds %q, want %q", test.server.content, test.content)
			}
			if got := strings.Join(test.server.requests, " "); got != test.requests {
				t.Errorf("requests are %s, want %s", got, test.requests)
			}
			if !strings.Contains(p.Stderr.String(), test.says) || strings.Contains(p.Stderr.String(), "Traceback") {
				t.Errorf("messages lack %q:\n%s", test.says, p.Stderr.String())
			}
			p.noSecret("s3cr3t", "secret-key", base64.StdEncoding.EncodeToString([]byte(made)))
			if strings.Contains(p.Stderr.String(), "t0ken") {
				t.Error("the token is shown")
			}
			if left, err := os.ReadDir(p.Path("tmp")); err != nil || len(left) > 0 {
				t.Errorf("left behind: %v, %v", left, err)
			}
		})
	}
}

// In a plain Job an init container passes the key on in a file.
func TestKeygenWritesAFile(t *testing.T) {
	t.Parallel()
	for mode, want := range map[string]os.FileMode{"": 0o600, "0444": 0o444} {
		p := newKeygen(t, &secrets{content: made})
		p.Mkdir("key")
		p.with("LATCHKEY_KEY_FILE=" + p.Path("key/curve.cert"))
		if mode != "" {
			p.with("LATCHKEY_KEY_MODE=" + mode)
		}
		if mode != "" { // the file may be there
			p.keygen()
		}
		if status := p.keygen(); status != 0 {
			t.Fatalf("status is %d\n%s", status, p.Stderr.String())
		}
		if info, err := os.Stat(p.Path("key/curve.cert")); err != nil || info.Mode() != want || p.Read("key/curve.cert") != made {
			t.Errorf("mode %q: %v, %v, %q", mode, info, err, p.Read("key/curve.cert"))
		}
	}
}

func TestKeygenNeedsAName(t *testing.T) {
	t.Parallel()
	p := newKeygen(t, &secrets{}).with("CURVE_SECRET=")
	if status := p.keygen(); status != lasting || !strings.Contains(p.Stderr.String(), "CURVE_SECRET is empty") {
		t.Errorf("status is %d\n%s", status, p.Stderr.String())
	}
}

// The text of an unexpected error is not printed.
func TestKeygenHidesUnexpectedErrors(t *testing.T) {
	t.Parallel()
	p := newKeygen(t, &secrets{})
	p.with("LATCHKEY_KEY_FILE=" + p.Path("none/curve.cert"))
	if status := p.keygen(); status != 1 || !strings.Contains(p.Stderr.String(), "error: FileNotFoundError in line ") {
		t.Errorf("status is %d\n%s", status, p.Stderr.String())
	}
	p.noSecret("s3cr3t", "Traceback")
}
