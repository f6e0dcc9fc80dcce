#!/bin/bash
# Latchkey v0.1, generators/minicluster/scripts/broker-archive.sh
lk_archive_options() {
  local archive=${LATCHKEY_ARCHIVE:-} state; [ -n "$archive" ] || return 0
  state=("$lk_config/var/lib/flux"/*)
  if [ -f "$archive" ] && [ ! -e "${state[0]}" ]; then lk_start+=("-o-Scontent.restore=$archive"); fi
  lk_dump=${archive%"${archive##*/}"}.new-${archive##*/}
  case $archive in *.tar | *.tgz | *.tar.gz | *.tar.bz2 | *.tar.xz | *.cpio | *.zip) ;; *) lk_dump+=.tar ;; esac
  if rm -f "$lk_dump" && : >"$lk_dump"; then
    rm -f "$lk_dump"; lk_start+=("-o-Scontent.dump=$lk_dump")
  else
    lk_error "cannot write beside $archive: the state is not saved"
  fi
}
lk_keep_archive() {
  [ -n "${lk_dump:-}" ] && [ -s "$lk_dump" ] || return 0
  mv -f "$lk_dump" "$LATCHKEY_ARCHIVE" || lk_error "cannot rename $lk_dump to $LATCHKEY_ARCHIVE"
}
