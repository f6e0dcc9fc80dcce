#!/usr/bin/env bash
# Usage: shellcheck.sh [--write]. Checks every shell script of the repository with shellcheck, and its format with shfmt in
# the style of .editorconfig. With --write it only formats. Every file with a shell's shebang is a script.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts=()
while IFS= read -r -d '' file; do
  [[ -f $file ]] || continue
  IFS= read -r first <"$file" || true
  [[ $first =~ ^'#!'.*[/\ ](ba|da)?sh( |$) ]] || continue
  scripts+=("$file")
done < <(git ls-files -z --cached --others --exclude-standard)

if [[ ${1:-} == --write ]]; then
  bin/shfmt -w "${scripts[@]}"
  exit
fi
if ! command -v shellcheck >/dev/null; then
  echo "shellcheck is not installed: it is a package of most distributions (apt-get install shellcheck)" >&2
  exit 1
fi
shellcheck "${scripts[@]}"
bin/shfmt -d "${scripts[@]}"
echo "shellcheck: ${#scripts[@]} scripts are fine"
