#!/bin/bash
# pre.sh: runs the snippets before the collection. Sourced, in sets with such snippets. A failed snippet is reported, and the run
# continues: only the measured commands decide the status.
# shellcheck disable=SC2154 # names of other parts
# shellcheck source=source.sh
. "$LATCHKEY_FILES/source.sh"

lk_number=0
while [ -f "$lk_texts.pre-$lk_number" ]; do
  lk_text=$lk_texts.pre-$lk_number
  lk_source
  [ "$lk_status" = 0 ] || lk_error "the text before the collection ended with status $lk_status"
  lk_number=$((lk_number + 1))
done
