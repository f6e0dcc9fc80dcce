#!/bin/sh
# Usage: image-files.sh OUT. Writes all files of the container image into the folder OUT: the static binary for linux
# and GOARCH, and a passwd with nobody, as whom kustomize and kpt run functions.
set -eu
out=$1
mkdir -p "$out/etc" "$out/usr/local/bin"
# The flags leave out what differs from folder to folder and from machine to machine.
CGO_ENABLED=0 GOOS=linux go build -trimpath -ldflags='-s -w' -o "$out/usr/local/bin/latchkey" .
echo 'nobody:x:65534:65534:nobody:/:/sbin/nologin' >"$out/etc/passwd"
echo 'nobody:x:65534:' >"$out/etc/group"
