#!/usr/bin/env bash
# Names the tools of hack/tools.mk that have a newer version, because dependabot cannot read that file. It needs the network.
set -euo pipefail
cd "$(dirname "$0")/.."

while read -r name _ tool; do
  module=${tool%@*}
  # the module is the path of the package, or a folder above it
  until newest=$(go list -m -f '{{.Version}}' "$module@latest" 2>/dev/null); do
    [[ $module == */*/* ]] || {
      echo "outdated: $name: the proxy knows no module of ${tool%@*}" >&2
      exit 1
    }
    module=${module%/*}
  done
  [[ ${tool#*@} == "$newest" ]] || echo "$name: hack/tools.mk has ${tool#*@}, the newest is $newest"
done < <(grep ' := ' hack/tools.mk)
