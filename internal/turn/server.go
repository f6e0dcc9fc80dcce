package turn

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	jobset "sigs.k8s.io/jobset/api/jobset/v1alpha2"

	"github.com/latchkey-dev/latchkey/apis/names"
)

// A Server is the API server of the cluster in whose pod the program runs.
type Server struct {
	client *http.Client
	// jobSets is the address of the JobSets of the namespace, and token the file with the token, which changes.
	jobSets, token string
}

// ServiceAccount is the folder that Kubernetes mounts into pods.
const ServiceAccount = "/var/run/secrets/kubernetes.io/serviceaccount"

// NewServer returns the server at an address such as 10.0.0.1:443. folder is that of the service account.
func NewServer(address, folder string) (*Server, error) {
	namespace, err := os.ReadFile(filepath.Join(folder, "namespace"))
	if err != nil {
		return nil, err
	}
	certificates, err := os.ReadFile(filepath.Join(folder, "ca.crt"))
	if err != nil {
		return nil, err
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(certificates) {
		return nil, errors.New("ca.crt has no certificate")
	}
	return &Server{
		client: &http.Client{
			Timeout:   10 * time.Second,
			Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12}},
		},
		jobSets: fmt.Sprintf("https://%s/apis/%s/namespaces/%s/jobsets/", address, jobset.GroupVersion, strings.TrimSpace(string(namespace))),
		token:   filepath.Join(folder, "token"),
	}, nil
}

// InCluster returns the server of the pod.
func InCluster() (*Server, error) {
	host, port := os.Getenv("KUBERNETES_SERVICE_HOST"), os.Getenv("KUBERNETES_SERVICE_PORT")
	if host == "" {
		return nil, errors.New("KUBERNETES_SERVICE_HOST is not set: this command runs in pods of a cluster only")
	}
	return NewServer(net.JoinHostPort(host, port), ServiceAccount)
}

// Ask returns the state of a JobSet.
func (s *Server) Ask(ctx context.Context, name string) (State, error) {
	token, err := os.ReadFile(s.token)
	if err != nil {
		return Absent, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.jobSets+name, http.NoBody)
	if err != nil {
		return Absent, err
	}
	request.Header.Set("Authorization", "Bearer "+strings.TrimSpace(string(token)))
	answer, err := s.client.Do(request)
	if err != nil {
		return Absent, err
	}
	defer func() { _ = answer.Body.Close() }() // it is only read
	switch answer.StatusCode {
	case http.StatusNotFound:
		return Absent, nil
	case http.StatusOK:
	default:
		return Absent, fmt.Errorf("the API server answers %s about the JobSet %s", answer.Status, name)
	}
	var set struct{ Status jobset.JobSetStatus }
	if err := json.NewDecoder(answer.Body).Decode(&set); err != nil {
		return Absent, fmt.Errorf("read the JobSet %s: %w", name, err)
	}
	return stateOf(set.Status), nil
}

func stateOf(status jobset.JobSetStatus) State {
	switch status.TerminalState {
	case string(jobset.JobSetCompleted):
		return Completed
	case string(jobset.JobSetFailed):
		return Failed
	}
	for _, job := range status.ReplicatedJobsStatus {
		if job.Name == names.Turn && job.Succeeded > 0 {
			return Running
		}
	}
	return Waiting
}
