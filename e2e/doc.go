// Package e2e tries what Latchkey renders on real programs: an API server with JobSet's webhooks,
// kustomize and kpt. Each folder proves one thing:
//
//   - apply: an API server takes every object, again, and after a change
//   - argocd: Argo CD renders, applies, changes and prunes the sets of examples/argocd
//   - attach: a MetricSet measures the MiniCluster that it watches
//   - differential: an API server and Latchkey judge random inputs alike
//   - hosts: kustomize, kpt and a container runtime can call Latchkey
//   - fluxcd: Flux CD applies, changes and prunes the sets of examples/fluxcd
//   - kinds: the objects of the small kinds do in a cluster what they are for
//   - live: status, logs and connect tell the truth about sets that run, wait, fail and end
//   - kueue: Kueue admits and preempts sets, and sets can be applied again
//   - metricset: a MetricSet measures, and its log can be read
//   - nodes: sets live on, or start again, when a node is drained, cut off or deleted, or its kubelet is dead
//   - page: the page of a report can be read, in a browser, by everybody
//   - run: a MiniCluster runs real Flux, from its first line to its end
//
// The tests carry the build tag e2e and use the cluster of KUBECONFIG through kubectl:
//
//	make e2e
//
// Kueue, kwok, Flux CD and Argo CD take long to build, so their tests are skipped unless they run already. This starts and
// stops them:
//
//	make e2e-hosts
//
// A test is skipped if its cluster, corpus or program is absent, and says which. LATCHKEY_E2E_REQUIRE
// turns such skips into failures; it is a list of the words "argocd", "cluster", "corpus", "fluxcd", "flux" (the image of
// the Flux view on the nodes), "images" (the other ones), "kueue", "kustomize", "kpt", "kwok", "lab" (the set written by
// hand), "chromium", "axe" (axe-core), "node" (this machine), "nodes" (a second node of the lab), "overhead" and "podman".
// LATCHKEY_E2E_OVERHEAD=1 asks for the comparison of run times with and without a sidecar. LATCHKEY_E2E_APPLY=all applies the corpus for real too.
// LATCHKEY_E2E_PODSREADY=1 says that the Kueue of the cluster has waitForPodsReady, with a timeout of a minute.
package e2e
