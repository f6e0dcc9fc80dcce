#!/bin/bash
# post.sh: runs the snippets after the collection in subshells. Sourced, in sets with such snippets. They change neither each other
# nor the status. When the kubelet stops this container meanwhile, as it does with every sidecar, they continue until its
# grace period ends.
# shellcheck disable=SC2034,SC2154 # names of other parts
# shellcheck source=run.sh
. "$LATCHKEY_FILES/run.sh"

lk_number=0 lk_spared=true
while [ -f "$lk_texts.post-$lk_number" ]; do
  lk_run "$lk_texts.post-$lk_number"
  [ "$lk_status" = 0 ] || lk_error "the text after the collection ended with status $lk_status"
  lk_number=$((lk_number + 1))
done
lk_spared=''
