#!/bin/bash
# broker-archive.sh: keeps the state of an instance in a file. Sourced by broker.sh before the lead starts.
#
# Reads:
#   LATCHKEY_ARCHIVE  file that the instance's state is restored from, and saved to when the instance ends well
# shellcheck disable=SC2034,SC2154 # names of other parts

# lk_keep_archive keeps the archive of a broker that ended well.
lk_keep_archive() {
  [ -s "$lk_dump" ] || return 0
  mv -f "$lk_dump" "$LATCHKEY_ARCHIVE" || lk_error "cannot rename $lk_dump to $LATCHKEY_ARCHIVE"
}

# The archive is restored only into an empty statedir. Otherwise old state would replace newer state.
lk_state=("$lk_config/var/lib/flux"/*)
if [ -f "$LATCHKEY_ARCHIVE" ] && [ ! -e "${lk_state[0]}" ]; then lk_start+=("-o-Scontent.restore=$LATCHKEY_ARCHIVE"); fi
lk_dump=${LATCHKEY_ARCHIVE%"${LATCHKEY_ARCHIVE##*/}"}.new-${LATCHKEY_ARCHIVE##*/}
# flux-dump(1) chooses the format by the file's suffix and refuses most suffixes; flux-restore(1) reads any name
case $LATCHKEY_ARCHIVE in
  *.tar | *.tgz | *.tar.gz | *.tar.bz2 | *.tar.xz | *.cpio | *.zip) ;;
  *) lk_dump=$lk_dump.tar ;;
esac
if rm -f "$lk_dump" && : >"$lk_dump"; then
  rm -f "$lk_dump"
  lk_start+=("-o-Scontent.dump=$lk_dump")
else
  lk_error "cannot write beside $LATCHKEY_ARCHIVE: the state is not saved"
fi
