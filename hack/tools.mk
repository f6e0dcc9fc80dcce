# The tools that `make` installs into ./bin, and their versions. No other file has these versions.
golangci-lint  := github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.8.0
shfmt          := mvdan.cc/sh/v3/cmd/shfmt@v3.12.0
controller-gen := sigs.k8s.io/controller-tools/cmd/controller-gen@v0.20.1
kustomize      := sigs.k8s.io/kustomize/kustomize/v5@v5.8.1
actionlint     := github.com/rhysd/actionlint/cmd/actionlint@v1.7.12
gotestsum      := gotest.tools/gotestsum@v1.13.0
syft           := github.com/anchore/syft/cmd/syft@v1.33.0
goreleaser     := github.com/goreleaser/goreleaser/v2@v2.12.0
govulncheck    := golang.org/x/vuln/cmd/govulncheck@v1.1.4

bin/%: hack/tools.mk
	GOBIN=$(CURDIR)/bin go install $($*)
	@touch $@
