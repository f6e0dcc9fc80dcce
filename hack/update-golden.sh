#!/usr/bin/env bash
# Rewrites the expected outputs of every package whose tests have the flag -update. Then it runs these tests without it.
set -euo pipefail
cd "$(dirname "$0")/.."

mapfile -t packages < <(grep -rlF --include='*_test.go' 'flag.Bool("update"' . | xargs -n1 dirname | sort -u)
for package in "${packages[@]}"; do
  go test -count 1 "$package" -update
done
go test -count 1 "${packages[@]}"
