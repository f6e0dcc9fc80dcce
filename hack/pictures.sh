#!/usr/bin/env bash
# Usage: pictures.sh. Makes docs/pictures/report.png with chromium: the report's page of logs of a real run, which are in
# internal/report/parse/testdata.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mkdir -p docs/pictures "$work/lammps"
cp internal/report/parse/testdata/pidstat-attached.log internal/report/parse/testdata/lammps-flux.log "$work/lammps"
go build -o "$work/latchkey" .
(cd "$work" && ./latchkey report -o html lammps >report.html)
chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --virtual-time-budget=10000 --window-size=1280,1500 \
  --screenshot="$PWD/docs/pictures/report.png" "file://$work/report.html" 2>"$work/said" || {
  cat "$work/said" >&2
  exit 1
}
