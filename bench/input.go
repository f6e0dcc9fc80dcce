package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
)

const (
	listHead = `apiVersion: config.kubernetes.io/v1
kind: ResourceList
items:
`
	// miniCluster is a set as users write it, with the annotations that kpt adds.
	miniCluster = `- apiVersion: flux-framework.org/v1alpha2
  kind: MiniCluster
  metadata:
    name: lammps-%[1]d
    namespace: bench
    annotations:
      config.kubernetes.io/index: '0'
      config.kubernetes.io/path: 'lammps-%[1]d.yaml'
      internal.config.kubernetes.io/index: '0'
      internal.config.kubernetes.io/path: 'lammps-%[1]d.yaml'
      internal.config.kubernetes.io/seqindent: 'compact'
  spec:
    size: 4
    tasks: 8 # two on each
    logging:
      quiet: true
    flux:
      optionFlags: "-ompi=openmpi@5"
    containers:
    - image: ghcr.io/converged-computing/metric-lammps:latest
      workingDir: /opt/lammps/examples/reaxff/HNS
      command: lmp -v x 2 -v y 2 -v z 2 -in in.reaxc.hns -nocite
      resources:
        limits:
          cpu: 2
          memory: 4Gi
      environment:
        OMP_NUM_THREADS: "1"
`
	// metricSet is a set that is attached to the MiniCluster of number 0.
	metricSet = `- apiVersion: flux-framework.org/v1alpha2
  kind: MetricSet
  metadata:
    name: io-%[1]d
    namespace: bench
    annotations:
      latchkey.dev/attach-to: lammps-0
  spec:
    metrics:
    - name: perf-sysstat
`
	// smallObject is about as small as an object can be.
	smallObject = `- apiVersion: v1
  kind: ConfigMap
  metadata:
    name: c%[1]d
  data: {a: b}
`
	// foreign is an object of a package that is not a source.
	foreign = `- apiVersion: apps/v1
  kind: Deployment
  metadata:
    name: web-%[1]d # one of many
    namespace: bench
    labels: {app: web, tier: front}
    annotations:
      config.kubernetes.io/index: '0'
      config.kubernetes.io/path: 'web-%[1]d.yaml'
      internal.config.kubernetes.io/index: '0'
      internal.config.kubernetes.io/path: 'web-%[1]d.yaml'
      internal.config.kubernetes.io/seqindent: 'compact'
  spec:
    replicas: 3
    selector:
      matchLabels: {app: web}
    template:
      metadata:
        labels: {app: web}
      spec:
        containers:
        - name: nginx
          image: nginx:1.27
          ports:
          - containerPort: 80
`
)

// validateOnly is the end of a ResourceList of which Latchkey only says what is wrong.
const validateOnly = `functionConfig:
  apiVersion: latchkey.dev/v1alpha1
  kind: Latchkey
  metadata:
    name: judge
  spec:
    validateOnly: true
`

// writeList writes a ResourceList of n items, and then its end. The template takes the number of the item.
func writeList(w io.Writer, template string, n int, end string) error {
	b := bufio.NewWriter(w)
	b.WriteString(listHead)
	for i := range n {
		fmt.Fprintf(b, template, i)
	}
	b.WriteString(end)
	return b.Flush()
}

// writeListFile writes such a list to a file without holding it in memory. measure.go says why.
func writeListFile(path, template string, n int, end string) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := writeList(file, template, n, end); err != nil {
		return err
	}
	return file.Close()
}
