#!/bin/bash
# broker-batch.sh: makes a batch job of the user's command. Sourced by broker.sh on the lead, in batch mode. It sets
# lk_program.
#
# It leaves the output of the batch job in flux's store, where attach.sh finds it, unless the output comes through pipes.
#
# Reads, besides what broker.sh reads:
#   LATCHKEY_BATCH      quoted words: flux batch and its options
#   LATCHKEY_BATCH_RAW  boolean: the text is a batch script, not a list of jobs
# shellcheck disable=SC2034,SC2154 # names of other parts

# lk_raw_script prints the user's text, with the first line that flux batch needs.
lk_raw_script() {
  local text
  text=$(<"$LATCHKEY_FILES/$LATCHKEY_CONTAINER.batch")
  case $text in '#!'*) ;; *) printf '#!/bin/bash\n' ;; esac
  printf '%s\n' "$text"
}

[ -f "$LATCHKEY_FILES/$LATCHKEY_CONTAINER.batch" ] || lk_fail "there is no command in $LATCHKEY_CONTAINER.batch"
lk_script=$LATCHKEY_FILES/batch.sh
if [ "${LATCHKEY_BATCH_RAW:-}" = true ]; then
  lk_script=$lk_config/flux-job.batch
  lk_raw_script | lk_write "$lk_script"
fi
eval "lk_batch=(${LATCHKEY_BATCH:-flux batch})"
lk_options=(--flags=waitable)
[ "${LATCHKEY_STREAM:-}" = true ] || lk_options=(--output=kvs --flags=waitable)
lk_program=(bash "$LATCHKEY_FILES/attach.sh" "${lk_batch[@]:0:2}" "${lk_options[@]}" "${lk_batch[@]:2}" "$lk_script")
