package main

import (
	"flag"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"
)

// settings are the flags.
type settings struct {
	seed                     uint64
	cases, workers           int
	limit                    time.Duration
	kubeconfig, shared, root string
}

func main() {
	var s settings
	flag.Uint64Var(&s.seed, "seed", uint64(time.Now().UnixNano()), "makes the same inputs again")
	flag.IntVar(&s.cases, "cases", 3000, "number of inputs")
	flag.DurationVar(&s.limit, "for", time.Hour, "begin no further input after this time")
	flag.IntVar(&s.workers, "workers", 8, "inputs that are judged at a time")
	flag.StringVar(&s.kubeconfig, "kubeconfig", os.Getenv("KUBECONFIG"), "the cluster to ask")
	flag.StringVar(&s.root, "root", ".", "the checkout: its examples are changed, its docs/refusals.md is read")
	flag.StringVar(&s.shared, "shared", "../shared", "the folder with corpus and crds, relative to root")
	flag.Parse()
	faults, err := run(s)
	if err != nil {
		fmt.Fprintln(os.Stderr, "differential:", err)
		os.Exit(2)
	}
	if faults > 0 {
		os.Exit(1)
	}
}

// run makes all trials and prints the results. It returns the number of classes of faults.
func run(s settings) (int, error) {
	s.shared = filepath.Join(s.root, s.shared)
	rules, err := readRules(filepath.Join(s.root, "docs", "refusals.md"))
	if err != nil {
		return 0, err
	}
	name := fmt.Sprintf("differential-%x", time.Now().UnixNano()&0xffffffff)
	definitions, err := readDefinitions(filepath.Join(s.shared, "crds"), name+"."+group)
	if err != nil {
		return 0, err
	}
	seeds, err := readSeeds(s)
	if err != nil {
		return 0, err
	}
	server, err := newServer(s.kubeconfig)
	if err != nil {
		return 0, err
	}
	defer definitions.remove(server)
	if err := definitions.create(server); err != nil {
		return 0, err
	}
	if err := createNamespace(server, name); err != nil {
		return 0, err
	}
	defer removeNamespace(server, name)
	j := &judge{server: server, definitions: definitions, namespace: name, rules: rules}
	started := time.Now()
	r, err := tryAll(j, s, seeds)
	if err != nil {
		return 0, err
	}
	return r.print(os.Stdout, time.Since(started)), nil
}

// tryAll judges the seeds as they are and then the trials, in several workers.
func tryAll(j *judge, s settings, seeds []seed) (*report, error) {
	r := newReport(j, s, len(seeds))
	whole := unchanged(seeds)
	end := time.Now().Add(s.limit)
	var next atomic.Uint64
	var group sync.WaitGroup
	failed := make(chan error, s.workers)
	for range s.workers {
		group.Go(func() {
			for {
				number := next.Add(1)
				isWhole := number <= uint64(len(whole))
				if !isWhole && (number > uint64(len(whole)+s.cases) || time.Now().After(end)) {
					return
				}
				var t trial
				if isWhole {
					t = whole[number-1]
				} else {
					t = newTrial(seeds, j.definitions, s.seed, number-uint64(len(whole)))
				}
				found, err := j.try(t)
				if err != nil {
					failed <- fmt.Errorf("input %d: %w", number, err)
					return
				}
				r.add(number, t, found)
			}
		})
	}
	group.Wait()
	select {
	case err := <-failed:
		return nil, err
	default:
		return r, nil
	}
}

func createNamespace(s *server, name string) error {
	body := fmt.Sprintf(`{"apiVersion":"v1","kind":"Namespace","metadata":{"name":%q}}`, name)
	if status, data, err := s.do(http.MethodPost, "/api/v1/namespaces", []byte(body)); err != nil || status >= 300 {
		return fmt.Errorf("create namespace: %w %s", err, data)
	}
	for range 100 { // a pod needs the service account, which a controller makes
		if status, _, err := s.do(http.MethodGet, "/api/v1/namespaces/"+name+"/serviceaccounts/default", nil); err == nil && status == http.StatusOK {
			return nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return fmt.Errorf("the namespace %s gets no service account", name)
}

func removeNamespace(s *server, name string) {
	if _, _, err := s.do(http.MethodDelete, "/api/v1/namespaces/"+name, nil); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
}
