# Latchkey's targets. `make build demo test` need only Go. The other tools are installed into ./bin at the
# versions of hack/tools.mk, except shellcheck, which is a package of your distribution.
include hack/tools.mk

VERSION  ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo unknown)
IMAGE    ?= latchkey:$(VERSION)
DOCKER   ?= docker
FUZZTIME ?= 60s
CASES    ?= 5000
DEMO     ?= examples/hello-world/input.yaml

.DEFAULT_GOAL := help

.PHONY: help
help: ## Print this list.
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## /{printf "  %-15s %s\n", $$1, $$2}' Makefile

# Without any tool but Go

.PHONY: build
build: ## Build ./bin/latchkey, a static binary.
	CGO_ENABLED=0 go build -trimpath -buildvcs=auto -ldflags '-s -w' -o bin/latchkey .

.PHONY: demo
demo: ## Render one example (DEMO=examples/...) to bin/demo.yaml.
	@echo 'Go compiles latchkey first. The first time this takes a minute.'
	@mkdir -p bin
	@go run . render -n default --summary $(DEMO) >bin/demo.yaml
	@echo 'The manifests of $(DEMO) are in bin/demo.yaml.'

# Twice as many packages at a time as there are processors, because tests of scripts mostly wait.
.PHONY: test
test: ## Run all tests that need only Go: no cluster, no network, no other program.
	go test -p $$((2 * $$(getconf _NPROCESSORS_ONLN))) ./...

.PHONY: race
race: ## Run the same tests with the race detector (needs a C compiler).
	go test -race -timeout 30m ./...

.PHONY: fuzz
fuzz: ## Run every fuzz target, or the targets in FUZZ, for FUZZTIME (60s) each.
	hack/fuzz.sh $(FUZZTIME) $(FUZZ)

.PHONY: bench
bench: ## Compare whole processes with an echo, as ratios.
	go run ./bench

.PHONY: published
published: ## Compare what report reads with the tables of a public study: make published STUDY=folder of google-performance-study.
	STUDY=$(abspath $(STUDY)) go test ./internal/report/read -run TestPublished -count 1 -timeout 1h -v

.PHONY: published-osu
published-osu: ## Compare each number that report reads in logs of OSU with another reading: make published-osu LOGS=folder.
	LOGS=$(abspath $(LOGS)) go test ./internal/report/parse -run TestPublishedOSU -count 1 -v

.PHONY: update-golden
update-golden: ## Rewrite all expected outputs; read the diff as carefully as code.
	hack/update-golden.sh

# With tools

.PHONY: generate
generate: bin/controller-gen ## Write deep copies, CRDs and tables from the Go types.
	PATH="$(CURDIR)/bin:$$PATH" hack/generate.sh

.PHONY: lint
lint: bin/golangci-lint bin/actionlint ## Run the linters of Go and of workflows, and check the format.
	bin/golangci-lint run ./...
	bin/actionlint .github/workflows/*.yaml examples/fluxcd/workflow.yaml

.PHONY: shellcheck
shellcheck: bin/shfmt ## Check every shell script and its format (needs shellcheck).
	hack/shellcheck.sh

.PHONY: fmt
fmt: bin/golangci-lint bin/shfmt ## Format Go code and shell scripts.
	bin/golangci-lint fmt ./...
	hack/shellcheck.sh --write

.PHONY: verify
verify: generate lint shellcheck ## Generate, lint, and fail if that changes the tree.
	go mod tidy -diff
	hack/verify-clean.sh

.PHONY: recipes
recipes: ## Follow docs/your-own-kind.md and README.md, and the recipes of CONTRIBUTING.md in a copy of this repository, and run its tests.
	go test -tags e2e ./docs -run 'TestOwnKind$$|TestDocs/README.md' -count 1 -v
	hack/try-recipes.sh

# Files of npm packages. The checksums are those of the registry: `npm view PACKAGE dist.integrity`.
UPLOT     := uplot@1.6.32
UPLOT_SUM := sha512-KIMVnG68zvu5XXUbC4LQEPnhwOxBuLyW1AHtpm6IKTXImkbLgkMy+jabjLgSLMasNuGGzQm/ep3tOkyTxpiQIw==
AXE       := axe-core@4.14.1
AXE_SUM   := sha512-FHfa+lmNjQZfJz1q8wKqIDwC6DExcHt/pkjNQb09a3NPjCKg2rhu5qb2S4r76ASyFNNtuFooJpZe37OgudVGtQ==
ROCRATE     := ro-crate@3.7.2
ROCRATE_SUM := sha512-IrhuB1tt4SbbI9Vuigpp4YEUgW80Ql+YmMwcC4rACd2u8ItR/Y+kyLwo9ybCcRSeb28Nx2OUc74hjK9Z1JWUaw==
CRATE       ?= cli/study/testdata/results

.PHONY: uplot
uplot: ## Fetch the charting library of the report's page again and compare it with its checksum.
	hack/npm-files.sh $(UPLOT) $(UPLOT_SUM) internal/report/html/third_party/uplot LICENSE dist/uPlot.iife.min.js dist/uPlot.min.css

bin/axe.min.js: Makefile
	hack/npm-files.sh $(AXE) $(AXE_SUM) bin axe.min.js
	@touch $@

bin/ro-crate/validator.js: Makefile
	hack/npm-files.sh $(ROCRATE) $(ROCRATE_SUM) bin/ro-crate $(addprefix lib/,context.json defaults.js node.js rocrate.js utils.js validator.js)
	@touch $@

.PHONY: crate-check
crate-check: bin/ro-crate/validator.js ## Validate what study crate writes (CRATE=folder) with the npm package ro-crate.
	node hack/ro-crate.cjs bin/ro-crate $(CRATE)

# Node and npm are packages of your distribution (Debian: npm). npm gets the rest at the versions of docs/package-lock.json.
# With --no-save npm also takes a lock that has the optional packages of some systems only.
docs/node_modules: docs/package.json docs/package-lock.json
	cd docs && npm install --no-save --no-fund --no-audit --ignore-scripts
	@touch $@

.PHONY: site
site: docs/node_modules ## Build the documents into ./bin/site (SITE_VERSION=v0.1.0, SITE_BASE=/latchkey/v0.1.0/).
	cd docs && node_modules/.bin/vitepress build .
	go run . schema >bin/site/schema.json

.PHONY: man
man: ## Write the man pages into ./bin/man, with the date of the last commit.
	SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct) go run ./hack/reference -man bin/man

.PHONY: site-show
site-show: docs/node_modules ## Show the documents at a local address, and again after each change.
	cd docs && node_modules/.bin/vitepress dev .

# One folder after the other (-p 1), and three sets at a time: their pods share a node. Tests with few pods of the lab or none run
# beside nodes, which waits longest, and give way. attach keeps all processors busy, so it is the last.
E2E        := bin/gotestsum --format standard-verbose --rerun-fails=1
E2E_FLAGS   = -tags e2e -vet off -p 1 -parallel 3 -count 1 -timeout 60m $(SHORT)
E2E_BESIDE := gang hosts internal page report site tutorials
E2E_PODS   := nodes $(filter-out nodes attach $(E2E_BESIDE),$(notdir $(patsubst %/,%,$(wildcard e2e/*/)))) attach

.PHONY: e2e e2e-pods e2e-beside
e2e: bin/kustomize bin/gotestsum ## Test with the cluster of KUBECONFIG, kustomize and kpt; the log names skipped tests. SHORT=-short leaves out what rarely fails.
	$(MAKE) -j2 -k e2e-pods e2e-beside

e2e-pods:
	$(E2E) --packages "$(E2E_PODS:%=./e2e/%/...)" -- $(E2E_FLAGS)

e2e-beside:
	nice -n 19 $(E2E) --packages "$(E2E_BESIDE:%=./e2e/%/...)" -- $(E2E_FLAGS)

.PHONY: e2e-hosts
e2e-hosts: bin/gotestsum ## Build and start Kueue, kwok, Flux CD and Argo CD beside the lab (half an hour the first time), and test with them.
	hack/e2e-hosts.sh

.PHONY: large
large: ## Measure sets of 1,000 and 5,000 pods on nodes of kwok, 256 brokers, and 4, 8 and 32 real pods.
	for pods in 1000 5000; do LATCHKEY_LARGE_PODS=$$pods go test -tags e2e ./e2e/large -run TestPods -count 1 -timeout 1h -v || exit; done
	LATCHKEY_LARGE_BROKERS=256 LATCHKEY_LARGE_RUNS="4 8 32" go test -tags e2e ./e2e/large -run 'TestBrokers|TestRuns' -count 1 -timeout 1h -v

.PHONY: differential
differential: ## Compare with the API server of KUBECONFIG on CASES (5000) inputs that nobody wrote; SEED makes the same again.
	go test -tags e2e ./e2e/differential -count 1 -timeout 2h -v -cases $(CASES) -for 1h -seed $(or $(SEED),$(shell date +%s))

# The name of a tag may hold characters that a shell obeys, so recipes read it as a variable of the environment.
image image-local: export VERSION := $(VERSION)
image image-local: export IMAGE := $(IMAGE)

.PHONY: image
image: ## Build the container image IMAGE with DOCKER (docker or podman).
	$(DOCKER) build --build-arg VERSION="$$VERSION" \
		--build-arg RELEASED="$$VERSION $$(git log -1 --format='%H %cI')" -t "$$IMAGE" .

.PHONY: image-local
image-local: ## Build the image from a local binary (ARCHS="amd64 arm64"), without a registry.
	DOCKER=$(DOCKER) hack/image.sh "$$IMAGE" "$$VERSION" $(ARCHS)

.PHONY: sbom
sbom: build bin/syft ## Write bin/latchkey.spdx.json, which lists the modules in ./bin/latchkey.
	bin/syft scan -q file:bin/latchkey -o spdx-json=bin/latchkey.spdx.json

.PHONY: vulnerabilities
vulnerabilities: bin/govulncheck ## Look for known vulnerabilities in the modules (needs the network).
	bin/govulncheck ./...

.PHONY: outdated
outdated: ## Name the tools of hack/tools.mk that have a newer version (needs the network).
	hack/outdated.sh

.PHONY: release-check
release-check: bin/goreleaser bin/syft ## Build a snapshot of a release and look inside (IMAGES=--images for images too).
	DOCKER=$(DOCKER) hack/release-check.sh $(IMAGES)

.PHONY: reproducible
reproducible: ## Build the image's files in two folders and compare.
	hack/reproducible.sh

.PHONY: ci
ci: ## Run all steps of CI.
	.ci/run

.PHONY: clean
clean: ## Remove ./bin and what npm installed.
	rm -rf bin docs/node_modules docs/.vitepress/cache
