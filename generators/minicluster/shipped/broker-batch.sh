#!/bin/bash
# Latchkey v0.1, generators/minicluster/scripts/broker-batch.sh
lk_batch_program() {
  local batch script=''; eval "batch=(${LATCHKEY_BATCH:-flux batch})"
  [ -f "$LATCHKEY_FILES/$LATCHKEY_CONTAINER.batch" ] || lk_fail "there is no command in $LATCHKEY_CONTAINER.batch"
  # ships for: not LATCHKEY_BATCH_RAW >
  script=$LATCHKEY_FILES/batch.sh
  # end <
  # ships for: LATCHKEY_BATCH_RAW=true
  if [ "${LATCHKEY_BATCH_RAW:-}" = true ]; then script=$lk_config/flux-job.batch; lk_raw_script | lk_write "$script"; fi
  # end >
  batch=("${batch[@]:0:2}" --flags=waitable "${batch[@]:2}")
  [ "${LATCHKEY_STREAM:-}" = true ] || batch=("${batch[@]:0:2}" --output=kvs "${batch[@]:2}")
  lk_program=(bash "$LATCHKEY_FILES/attach.sh" "${batch[@]}" "$script")
}
lk_raw_script() {
  local text; text=$(<"$LATCHKEY_FILES/$LATCHKEY_CONTAINER.batch")
  case $text in '#!'*) ;; *) printf '#!/bin/bash\n' ;; esac
  printf '%s\n' "$text"
}
