#!/bin/bash
# Latchkey v0.1, generators/metricset/scripts/lib.sh
set -eu +xv; : "${LATCHKEY_FILES:=/metrics_operator}"; lk_texts=$LATCHKEY_FILES/$LATCHKEY_KEY
lk_child='' lk_stopped='' lk_spared='' lk_status=0 lk_failed=0 lk_collecting='' lk_held='' lk_aside=2
lk_tell() { if [ -n "$lk_collecting" ]; then lk_held=$lk_held$1$'\n'; else printf '%s\n' "$1" >&2; fi; }
lk_say() { lk_tell "latchkey: $*"; }
lk_error() { lk_tell "latchkey: error: $*"; }
lk_fail() { lk_error "$@"; exit 1; }
lk_metadata() { printf '%s\n' "$(<"$lk_texts.metadata")"; }
lk_collection_start() {
  lk_collecting=true
  # ships for: LATCHKEY_ASIDE=true <
  if [ "${LATCHKEY_ASIDE:-}" = true ] && lk_each=$(mktemp 2>/dev/null); then
    exec {lk_aside}>"$lk_each"; exec {lk_kept}<"$lk_each"; rm -f -- "$lk_each"
  fi
  # end >
  echo "METRICS OPERATOR COLLECTION START"
}
lk_mark='METRICS OPERATOR TIMEPOINT'
lk_timepoint() { echo "$lk_mark"; }
lk_collection_end() {
  [ -n "$lk_collecting" ] || return 0
  lk_collecting=''; echo "METRICS OPERATOR COLLECTION END"
  # ships for: LATCHKEY_ASIDE < >
  [ "$lk_aside" = 2 ] || cat <&"$lk_kept" >&2
  # end >
  printf '%s' "$lk_held" >&2; lk_held=''
}
lk_own_options() { set +aCfvx +E +o pipefail; set -eu; unset IFS; }
lk_pre() {
  local lk_each=0
  while [ -f "$lk_texts.pre-$lk_each" ]; do
    lk_status=0; set +eu
    . "$lk_texts.pre-$lk_each"
    lk_status=$?; lk_own_options; lk_traps
    [ "$lk_status" = 0 ] || lk_error "the text before the collection ended with status $lk_status"
    lk_each=$((lk_each + 1))
  done
}
lk_post() {
  local lk_each=0; lk_spared=true
  while [ -f "$lk_texts.post-$lk_each" ]; do
    lk_run "$lk_texts.post-$lk_each"
    [ "$lk_status" = 0 ] || lk_error "the text after the collection ended with status $lk_status"
    lk_each=$((lk_each + 1))
  done
  lk_spared=''
}
lk_run() { (trap - EXIT TERM; set +eu; . "$1") <&0 2>&"${2:-2}" & lk_child=$!; lk_wait; }
lk_wait() {
  [ -z "$lk_stopped" ] || lk_pass_term
  lk_status=127; local signal each
  while :; do
    signal=$lk_stopped each=0; wait "$lk_child" || each=$?
    [ "$each" = 127 ] && [ "$lk_status" != 127 ] || lk_status=$each
    [ "$signal" != "$lk_stopped" ] || break
  done
  lk_child=''
}
lk_pass_term() {
  # ships for: .post >
  [ -z "$lk_spared" ] || return 0
  # end >
  kill -TERM $(lk_below "$lk_child") 2>/dev/null || :
}
lk_below() {
  local stat rest parent; echo "$1"
  for stat in /proc/[0-9]*/stat; do
    { read -r rest <"$stat"; } 2>/dev/null || continue
    parent=${rest##*) ? }; [ "${parent%% *}" != "$1" ] || lk_below "${rest%% *}"
  done
}
lk_sleep() { sleep "$1" & lk_child=$!; lk_wait; }
lk_on_term() { lk_stopped=true; [ -n "$lk_child$lk_spared" ] || exit 143; lk_pass_term; }
lk_on_exit() {
  local status=$?; trap - EXIT; lk_collection_end
  # ships for: LATCHKEY_STAY=true <
  if [ "${LATCHKEY_STAY:-}" = true ]; then
    while [ -z "$lk_stopped" ]; do lk_sleep 3600; done
    [ "$status" != 143 ] || status=$lk_failed
  fi
  # end >
  exit "$status"
}
lk_traps() { trap lk_on_exit EXIT; trap lk_on_term TERM; trap - INT QUIT HUP; }
lk_measure() { lk_run "$1" "$lk_aside"; [ "$lk_failed" != 0 ] || lk_failed=$lk_status; [ -z "$lk_stopped" ] || exit 143; }
lk_finish() {
  lk_collection_end
  # ships for: .post < >
  lk_post
  # end < >
  lk_end
}
lk_end() {
  # ships for: LATCHKEY_INTERACTIVE=true
  if [ "${LATCHKEY_INTERACTIVE:-}" = true ]; then while [ -z "$lk_stopped" ]; do lk_sleep 3600; done; fi
  # end >
  [ "$lk_failed" = 0 ] || lk_error "what is measured ended with status $lk_failed"
  # ships for: LATCHKEY_LINGER
  if [ "$lk_failed" != 0 ] && [ -z "$lk_stopped" ]; then lk_sleep "${LATCHKEY_LINGER:-0}"; fi
  # end >
  exit "$lk_failed"
}
lk_traps
