package main

import (
	"crypto/tls"
	"encoding/base64"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	"sigs.k8s.io/yaml"
)

// kubeconfig has the fields that are read. The first cluster and user are taken if no context names others.
type kubeconfig struct {
	Current  string `json:"current-context"`
	Contexts []struct {
		Name    string                         `json:"name"`
		Context struct{ Cluster, User string } `json:"context"`
	} `json:"contexts"`
	Clusters []struct {
		Name    string `json:"name"`
		Cluster struct {
			Server string `json:"server"`
		} `json:"cluster"`
	} `json:"clusters"`
	Users []struct {
		Name string `json:"name"`
		User struct {
			Token string `json:"token"`
			Cert  string `json:"client-certificate"`
			Key   string `json:"client-key"`
			Certs string `json:"client-certificate-data"`
			Keys  string `json:"client-key-data"`
		} `json:"user"`
	} `json:"users"`
}

// newServer connects to the server of the current context, by token or client certificate. The server's own certificate
// is not checked: this is for test clusters.
func newServer(path string) (*server, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var config kubeconfig
	if err := yaml.Unmarshal(data, &config); err != nil {
		return nil, err
	}
	s := &server{kinds: map[string]map[string]resource{}, known: map[[32]byte]verdict{}}
	cluster, user := "", ""
	for _, each := range config.Contexts {
		if each.Name == config.Current {
			cluster, user = each.Context.Cluster, each.Context.User
		}
	}
	for _, each := range config.Clusters {
		if each.Name == cluster {
			s.url = strings.TrimSuffix(each.Cluster.Server, "/")
		}
	}
	security := &tls.Config{InsecureSkipVerify: true} //nolint:gosec // a test cluster's certificate is its own
	for _, each := range config.Users {
		if each.Name != user {
			continue
		}
		s.token = each.User.Token
		pair, err := certificate(filepath.Dir(path), each.User.Cert, each.User.Key, each.User.Certs, each.User.Keys)
		if err != nil {
			return nil, err
		}
		security.Certificates = pair
	}
	if s.url == "" {
		return nil, fmt.Errorf("%s: the current context %q names no cluster", path, config.Current)
	}
	s.client = &http.Client{Transport: &http.Transport{TLSClientConfig: security, MaxIdleConnsPerHost: 64, ForceAttemptHTTP2: true}}
	return s, nil
}

// certificate reads a client certificate from files or from the kubeconfig itself.
func certificate(folder, cert, key, certs, keys string) ([]tls.Certificate, error) {
	pemCert, err := pem(folder, cert, certs)
	if err != nil || pemCert == nil {
		return nil, err
	}
	pemKey, err := pem(folder, key, keys)
	if err != nil {
		return nil, err
	}
	pair, err := tls.X509KeyPair(pemCert, pemKey)
	return []tls.Certificate{pair}, err
}

func pem(folder, file, encoded string) ([]byte, error) {
	switch {
	case encoded != "":
		return base64.StdEncoding.DecodeString(encoded)
	case file == "":
		return nil, nil
	case filepath.IsAbs(file):
		return os.ReadFile(file)
	default:
		return os.ReadFile(filepath.Join(folder, file))
	}
}
