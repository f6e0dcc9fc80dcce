#!/bin/bash
# broker-archive.sh: keeps the state of an instance in a file. Sourced by broker.sh.
#
# Reads:
#   LATCHKEY_ARCHIVE  file that the instance's state is restored from, and saved to when the instance ends well
# shellcheck disable=SC2034,SC2154 # names of other parts

# lk_archive_options restores the archive only into an empty statedir. Otherwise old state would replace newer state.
lk_archive_options() {
  local archive=${LATCHKEY_ARCHIVE:-} state
  [ -n "$archive" ] || return 0
  state=("$lk_config/var/lib/flux"/*)
  if [ -f "$archive" ] && [ ! -e "${state[0]}" ]; then lk_start+=("-o-Scontent.restore=$archive"); fi
  lk_dump=${archive%"${archive##*/}"}.new-${archive##*/}
  # flux-dump(1) chooses the format by the file's suffix and refuses most suffixes; flux-restore(1) reads any name
  case $archive in *.tar | *.tgz | *.tar.gz | *.tar.bz2 | *.tar.xz | *.cpio | *.zip) ;; *) lk_dump+=.tar ;; esac
  if rm -f "$lk_dump" && : >"$lk_dump"; then
    rm -f "$lk_dump"
    lk_start+=("-o-Scontent.dump=$lk_dump")
  else
    lk_error "cannot write beside $archive: the state is not saved"
  fi
}

# lk_keep_archive keeps the archive of a broker that ended well.
lk_keep_archive() {
  [ -n "${lk_dump:-}" ] && [ -s "$lk_dump" ] || return 0
  mv -f "$lk_dump" "$LATCHKEY_ARCHIVE" || lk_error "cannot rename $lk_dump to $LATCHKEY_ARCHIVE"
}
