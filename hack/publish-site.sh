#!/usr/bin/env bash
# Usage: publish-site.sh VERSION REPOSITORY. Copies ./bin/site, which `make site` has built, into the folder VERSION of the
# branch gh-pages and pushes the branch. The first page of the branch lists all versions. If another version was pushed at the
# same time, it tries again.
set -euo pipefail
cd "$(dirname "$0")/.."
version=$1 repository=$2
site=$PWD/bin/site
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# first_page VERSION...: prints the page that lists all versions, the newest first.
first_page() {
  echo '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
  echo '<meta name="color-scheme" content="light dark"><title>Latchkey</title></head>'
  echo "<body><h1>Latchkey</h1><p>The newest version is <a href=\"$1/\">$1</a>.</p><ul>"
  for each in "$@"; do echo "<li><a href=\"$each/\">$each</a></li>"; done
  echo '</ul></body></html>'
}

# commit puts the site beside the versions that the branch has.
commit() {
  if git fetch -q --depth 1 "$repository" gh-pages; then
    git reset -q --hard FETCH_HEAD
  fi
  rm -rf "${work:?}/$version"
  cp -r "$site" "$version"
  touch .nojekyll # GitHub serves the files as they are
  mapfile -t versions < <(printf '%s\n' */ | tr -d / | sort -V | sed '/^main$/d' | tac)
  [[ ! -d main ]] || versions+=(main)
  first_page "${versions[@]}" >index.html
  git add --all
  git diff --cached --quiet || git -c user.name=site -c user.email=site@users.noreply.github.com commit -q -m "The site of $version"
}

git init -q --initial-branch gh-pages .
for try in 1 2 3 4 5; do
  commit
  # Without a change this pushes nothing and succeeds.
  ! git push -q "$repository" gh-pages || exit 0
  echo "publish-site: the branch has changed meanwhile, or cannot be pushed to ($try of 5)" >&2
  sleep "$try"
done
exit 1
