#!/bin/bash
# broker-batch.sh: makes a batch job of the user's command. Sourced by broker.sh, in sets in batch mode.
#
# Reads, besides what broker.sh reads:
#   LATCHKEY_BATCH      quoted words: flux batch and its options
#   LATCHKEY_BATCH_RAW  boolean: the text is a batch script, not a list of jobs
# shellcheck disable=SC2034,SC2154 # names of other parts

# lk_batch_program leaves the output of the batch job in flux's store, where attach.sh finds it.
lk_batch_program() {
  local batch script=''
  eval "batch=(${LATCHKEY_BATCH:-flux batch})"
  [ -f "$LATCHKEY_FILES/$LATCHKEY_CONTAINER.batch" ] || lk_fail "there is no command in $LATCHKEY_CONTAINER.batch"
  # ships for: not LATCHKEY_BATCH_RAW
  script=$LATCHKEY_FILES/batch.sh
  # ships for: LATCHKEY_BATCH_RAW=true
  if [ "${LATCHKEY_BATCH_RAW:-}" = true ]; then
    script=$lk_config/flux-job.batch
    lk_raw_script | lk_write "$script"
  fi
  batch=("${batch[@]:0:2}" --flags=waitable "${batch[@]:2}")
  [ "${LATCHKEY_STREAM:-}" = true ] || batch=("${batch[@]:0:2}" --output=kvs "${batch[@]:2}")
  lk_program=(bash "$LATCHKEY_FILES/attach.sh" "${batch[@]}" "$script")
}

# lk_raw_script prints the user's text, with the first line that flux batch needs.
lk_raw_script() {
  local text
  text=$(<"$LATCHKEY_FILES/$LATCHKEY_CONTAINER.batch")
  case $text in '#!'*) ;; *) printf '#!/bin/bash\n' ;; esac
  printf '%s\n' "$text"
}
