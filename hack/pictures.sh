#!/usr/bin/env bash
# Usage: pictures.sh. Makes docs/pictures/report.png with chromium: the report's page of twenty runs of a public study, whose
# logs are in internal/report/read/testdata/study.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mkdir -p docs/pictures
go build -o "$work/latchkey" .
"$work/latchkey" report --names 'size-{size}/{build}.out/lammps-iter-{repetition}' -o html internal/report/read/testdata/study/size-* >"$work/report.html"
chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --virtual-time-budget=10000 --window-size=1280,1500 \
  --screenshot="$PWD/docs/pictures/report.png" "file://$work/report.html" 2>"$work/said" || {
  cat "$work/said" >&2
  exit 1
}
