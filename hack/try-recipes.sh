#!/usr/bin/env bash
# Follows the recipes of CONTRIBUTING.md in a copy of this repository: adds the metric of hack/recipes/testdata/metric with its
# script, example, parser and log, and one line in each list. Then it runs what the recipe says, and the tests of all packages
# that know metrics.
set -euo pipefail
cd "$(dirname "$0")/.."

recipe=hack/recipes/testdata/metric
(cd "$recipe" && find . -type f) | while IFS= read -r file; do
  grep -qF "\`${file#./}\`" CONTRIBUTING.md || { echo "CONTRIBUTING.md does not name ${file#./}" >&2 && exit 1; }
done

copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
git ls-files -z --cached --others --exclude-standard | while IFS= read -r -d '' file; do
  [[ ! -e $file ]] || printf '%s\0' "$file" # deleted files are still in the index
done | xargs -0 cp --parents -t "$copy"
cp -R "$recipe/." "$copy"
cd "$copy"

sed -i 's/^\t\tperfSysstat(),$/&\n\t\tperfVmstat(),/' generators/metricset/metrics/list.go
sed -i 's/^\t\treadBy(newHwloc, "hwloc"),$/&\n\t\treadBy(newVmstat, "vmstat"),/' internal/report/parse/list.go
sed -i "s/^| .lammps.log. /| \`vmstat.log\` | procps 4.0.2 of Debian 12, between marks |\n&/" internal/report/parse/testdata/README.md
sed -i "s/^| .io-sysstat. | samples .*/&\n| \`perf-vmstat\` | samples the node while the application runs on the pod | the same, as long as the pod runs |/" docs/attach.md

go run ./hack/reference
go test -vet off ./examples ./docs ./internal/report/parse -update
go test -vet off ./docs ./examples ./generators ./generators/metricset/... ./internal/report/parse

grep -qF '[perf-vmstat]' docs/metrics.md
grep -qF '## vmstat' docs/reference/records.md
grep -qF "### perf-vmstat" docs/reference/metrics.md
go run . report internal/report/parse/testdata/vmstat.log | grep -F 'node (vmstat)' >/dev/null
echo "the recipe of a metric works"
