#!/usr/bin/env bash
# Usage: publish-site.sh VERSION REPOSITORY. Copies ./bin/site, which `make site` has built, into the folder VERSION of the
# branch gh-pages and pushes the branch. The first page of the branch lists all versions.
set -euo pipefail
cd "$(dirname "$0")/.."
version=$1 repository=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

git init -q --initial-branch gh-pages "$work"
if git -C "$work" fetch -q --depth 1 "$repository" gh-pages; then
  git -C "$work" reset -q --hard FETCH_HEAD
fi
rm -rf "${work:?}/$version"
cp -r bin/site "$work/$version"
touch "$work/.nojekyll" # GitHub serves the files as they are

mapfile -t versions < <(cd "$work" && printf '%s\n' */ | tr -d / | sort -V | sed '/^main$/d' | tac)
[[ ! -d $work/main ]] || versions+=(main)
newest=${versions[0]}
{
  echo '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Latchkey</title>'
  echo "</head>"
  echo "<body><h1>Latchkey</h1><p>The newest version is <a href=\"$newest/\">$newest</a>.</p><ul>"
  for each in "${versions[@]}"; do echo "<li><a href=\"$each/\">$each</a></li>"; done
  echo '</ul></body></html>'
} >"$work/index.html"

cd "$work"
git add --all
git -c user.name=site -c user.email=site@users.noreply.github.com commit -q -m "The site of $version" || exit 0 # nothing new
git push -q "$repository" gh-pages
