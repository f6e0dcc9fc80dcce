#!/bin/sh
# Usage: image-files.sh OUT. Writes all files of the container image into the folder OUT: the static binary for linux
# and GOARCH, and a passwd file with the user nobody. kustomize and kpt run functions as this user. RELEASED are the
# version, the commit and its time, for "latchkey version". Without it the Go tool finds them if the repository is there.
set -eu
out=$1
mkdir -p "$out/etc" "$out/usr/local/bin"
# With these flags the binary does not depend on the folder and the machine of the build.
CGO_ENABLED=0 GOOS=linux go build -trimpath -ldflags="-s -w -X 'github.com/latchkey-dev/latchkey/cli/version.released=${RELEASED:-}'" -o "$out/usr/local/bin/latchkey" .
echo 'nobody:x:65534:65534:nobody:/:/sbin/nologin' >"$out/etc/passwd"
echo 'nobody:x:65534:' >"$out/etc/group"
