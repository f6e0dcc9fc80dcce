#!/usr/bin/env bash
# Usage: pictures.sh. Makes the pictures in docs/pictures.
#
#   report.png          the report's page of logs of a real run, which are in internal/report/parse/testdata, with chromium
#   lammps-pidstat.svg  the drawing in README.md, with dot (Debian: graphviz). README.md is also shown where Mermaid is not
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

# The second line of a drawing says what it was made from. A test compares it.
input=examples/lammps-pidstat/input.yaml
"$work/latchkey" graph -o dot "$input" >"$work/drawing.dot"
read -r sum _ < <(sha256sum "$work/drawing.dot")
dot -Tsvg "$work/drawing.dot" | sed "1a <!-- latchkey graph -o dot $input, sha256 $sum -->" >docs/pictures/lammps-pidstat.svg
