#!/usr/bin/env bash
# Fails when the work tree differs from the last commit. So `make verify` finds generated files that
# nobody committed.
set -euo pipefail
cd "$(dirname "$0")/.."

changes=$(git status --porcelain)
[[ -z $changes ]] && exit
git --no-pager diff --stat
echo "these files are not committed as they are generated or written here:" >&2
echo "$changes" >&2
exit 1
