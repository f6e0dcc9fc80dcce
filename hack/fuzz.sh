#!/usr/bin/env bash
# Usage: fuzz.sh [TIME [TARGET...]]. Runs all fuzz targets of the module, or the named ones, one after the other. Each runs
# for TIME (default 60s). Go fuzzes one target per call, and `go test` alone only runs the seeds.
set -euo pipefail
cd "$(dirname "$0")/.."
time=${1:-60s}
shift || true

targets=$(grep -rnoE --include='*_test.go' '^func Fuzz[A-Za-z0-9_]+' . | sed -E 's|^(.*)/[^/]*:[0-9]+:func |\1 |' | sort -u)
if (($#)); then
  wanted=
  for name; do
    wanted+=$(grep " $name\$" <<<"$targets")$'\n' || {
      echo "fuzz: no target is called $name" >&2
      exit 1
    }
  done
  targets=${wanted%$'\n'}
fi
while read -r package target; do
  echo "fuzz: $target in $package for $time"
  go test -run '^$' -fuzz "^$target\$" -fuzztime "$time" -fuzzminimizetime 10x "$package" </dev/null
done <<<"$targets"
