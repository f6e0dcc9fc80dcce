#!/usr/bin/env bash
# Rewrites the expected outputs of every package whose tests know the flag -update, then runs them as they are.
set -euo pipefail
cd "$(dirname "$0")/.."

mapfile -t packages < <(grep -rlF --include='*_test.go' 'flag.Bool("update"' . | xargs -n1 dirname | sort -u)
for package in "${packages[@]}"; do
  go test -count 1 "$package" -update
done
go test -count 1 "${packages[@]}"
