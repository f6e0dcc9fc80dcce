#!/bin/bash
# perf-sysstat.sh: samples one process of another container with pidstat, while it lives.
#
# Reads, besides what lib.sh and watch.sh read (a boolean is the word true, or unset):
#   LATCHKEY_RATE         seconds from the start of one sample to that of the next, default 10
#   LATCHKEY_COMPLETIONS  number of samples, default 0: as long as the process lives
#   LATCHKEY_PIDS         boolean: print all processes in each sample
#   LATCHKEY_THREADS      boolean: count threads one by one
#   LATCHKEY_COLOR        boolean: do not ask programs to leave out colour codes
: "${LATCHKEY_FILES:=/metrics_operator}"
# shellcheck source=lib.sh
. "$LATCHKEY_FILES/lib.sh"
# shellcheck source=watch.sh
. "$LATCHKEY_FILES/watch.sh"
lk_denied='' lk_count=0

# The sections of a sample: header, flags of pidstat, whether the kernel shows the figures only to those who may trace.
lk_sections='CPU STATISTICS TASK:-u -T TASK:
CPU STATISTICS CHILD:-u -T CHILD:
IO STATISTICS:-d -T ALL:traced
POLICY:-R -T ALL:
PAGEFAULTS TASK:-r -T TASK:
PAGEFAULTS CHILD:-r -T CHILD:
STACK UTILIZATION:-s -T ALL:traced
THREADS TASK:-T TASK:
THREADS CHILD:-T CHILD:
KERNEL TABLES:-v -T ALL:traced
TASK SWITCHING:-w -T ALL:'

# lk_json turns tables of pidstat, each after a line with its header, into a line of JSON each, as "jc --pidstat" of
# kellyjonbrazil/jc does, but in one process for all: a converter for each table costs more than some applications.
# pidstat prints a second, empty table with -T ALL, which is left out.
lk_json() {
  awk '
    function number(text) { gsub(/[^0-9.-]/, "", text); return text == "" || text == "-" ? "null" : text }
    function float(text) {
      text = number(text)
      if (text == "null") return text
      if (text !~ /\./) return text ".0"
      sub(/0+$/, "", text)
      return text ~ /\.$/ ? text "0" : text
    }
    function quoted(text) { gsub(/\\/, "\\\\", text); gsub(/"/, "\\\"", text); gsub(/[\001-\037]/, " ", text); return "\"" text "\"" }
    function value(key, text) { return key in ints ? number(text) : key in floats ? float(text) : quoted(text) }
    function flush() { if (started) print "[" rows "]" }
    BEGIN {
      split("time uid pid cpu vsz rss stksize stkref", a); for (i in a) ints[a[i]]
      split("percent_usr percent_system percent_guest percent_cpu minflt_s majflt_s percent_mem kb_rd_s kb_wr_s kb_ccwr_s cswch_s nvcswch_s", b)
      for (i in b) floats[b[i]]
    }
    /^\001/ { flush(); print substr($0, 2); rows = ""; tables = 0; started = 1; next }
    /^#/ {
      tables++
      if (tables > 1) next
      sub(/^#/, " "); gsub(/\//, "_"); gsub(/%/, "percent_")
      columns = split(tolower($0), keys)
      next
    }
    tables == 1 && NF {
      row = ""
      rest = $0
      sub(/^[ \t]+/, "", rest)
      for (i = 1; i <= columns && rest != ""; i++) {
        if (i < columns) { at = match(rest, /[ \t]+/); text = at ? substr(rest, 1, at - 1) : rest; rest = at ? substr(rest, at + RLENGTH) : "" }
        else text = rest
        row = row (i > 1 ? "," : "") quoted(keys[i]) ":" value(keys[i], text)
      }
      sub(/[ \t]+$/, "", row)
      rows = rows (rows == "" ? "" : ",") "{" row "}"
    }
    END { flush() }'
}

# lk_check_rights finds out whether the figures of the process may be read. pidstat does not: it prints zeros.
lk_check_rights() {
  local line
  if { read -r line <"/proc/$lk_pid/io"; } 2>/dev/null && [ -r "/proc/$lk_pid/fd/." ]; then return 0; fi
  lk_denied=true lk_failed=1
  lk_error "process $lk_pid runs under another user or with more rights, and the kernel shows its I/O, stack and files only to those who may trace it: they are left out of the samples. Set the option ptrace to Always, or run both containers as one user"
}

lk_tables() {
  local header flags rights
  while IFS=: read -r header flags rights; do
    [ -z "$rights" ] || [ -z "$lk_denied" ] || continue
    printf '\001%s\n' "$header"
    # shellcheck disable=SC2086 # words
    pidstat -p "$lk_pid" $flags -h $lk_epoch ${LATCHKEY_THREADS:+-t} 2>/dev/null || :
  done <<<"$lk_sections"
}

lk_sample() {
  lk_timepoint
  if [ "${LATCHKEY_PIDS:-}" = true ]; then
    ps aux
    ps axf
  fi
  lk_tables | lk_json
}

lk_watch() {
  local next=$SECONDS
  while lk_alive && [ -z "$lk_stopped" ]; do
    lk_sample
    lk_count=$((lk_count + 1))
    [ "$lk_count" != "${LATCHKEY_COMPLETIONS:-0}" ] || return 0
    next=$((next + ${LATCHKEY_RATE:-10}))
    lk_until "$next"
  done
}

# lk_prepare looks for what this script needs, and asks pidstat for times in seconds since 1970 where it can say them.
lk_prepare() {
  local program
  for program in pidstat awk; do
    command -v "$program" >/dev/null || lk_fail "there is no $program in this image: use one with sysstat and awk"
  done
  export LC_ALL=C S_COLORS=never
  [ "${LATCHKEY_COLOR:-}" = true ] || export NO_COLOR=true
  lk_epoch=''
  if pidstat -H -p $$ >/dev/null 2>&1; then lk_epoch=-H; fi
}

# lk_stay keeps a sidecar, which would be started again, until the application has ended.
lk_stay() {
  lk_post
  while [ "${LATCHKEY_SIDECAR:-}" = native ] && [ -z "$lk_stopped" ]; do lk_sleep 3600; done
}

# shellcheck disable=SC2317 # called by the trap of lib.sh
# lk_on_term only notes that this container is stopped: the samples are closed in order first.
lk_on_term() {
  lk_stopped=true
  [ -z "$lk_child" ] || lk_pass_term
}

lk_main() {
  lk_metadata
  lk_what
  lk_prepare
  echo "PIDSTAT COMMAND START"
  printf '%s\n' "${lk_wanted:-$lk_pattern}"
  echo "PIDSTAT COMMAND END"
  lk_pre
  echo "Waiting for application PID..."
  if lk_await; then
    lk_check_rights
    lk_collection_start
    lk_watch
  else
    lk_failed=1
    lk_error "no process with this command line was seen: ${lk_wanted:-$lk_pattern}"
    lk_collection_start
  fi
  lk_collection_end
  lk_stay
  [ "${LATCHKEY_SIDECAR:-}" != native ] || exit "$lk_failed"
  lk_end
}

lk_main
