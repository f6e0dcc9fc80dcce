#!/bin/bash
# pidstat.sh: takes a sample of processes with pidstat. Sourced.
#
# Reads (a boolean is the word true, or unset):
#   LATCHKEY_INTERVAL  seconds that the figures are of, default 0: all since the node has booted
#   LATCHKEY_PIDS      boolean: print all processes in each sample
#   LATCHKEY_THREADS   boolean: count threads one by one
#   LATCHKEY_COLOR     boolean: do not ask programs to leave out colour codes
# shellcheck disable=SC2034,SC2154 # lk_failed is that of lib.sh; lk_pids is set by those who look for processes: numbers with commas between them
lk_denied=''

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

# lk_json FILE... turns tables of pidstat, each after a line with its header, into a line of JSON each, as "jc --pidstat" of
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
    END { flush() }' "$@"
}

# lk_check_rights finds out whether all figures of the processes may be read. pidstat does not: it prints zeros.
lk_check_rights() {
  local pid
  for pid in ${lk_pids//,/ }; do
    if [ -n "$lk_denied" ] || lk_may_read "$pid"; then continue; fi
    lk_denied=true lk_failed=1
    lk_deny "$pid"
  done
}

# lk_may_read PID is true, too, of a process that has ended.
lk_may_read() {
  if { read -r _ <"/proc/$1/io"; } 2>/dev/null && [ -r "/proc/$1/fd/." ]; then return 0; fi
  [ ! -d "/proc/$1" ]
}

lk_deny() {
  lk_error "process $1 runs under another user or with more rights, and the kernel shows its I/O, stack and files only to those who may trace it: they are left out of the samples. Set the option ptrace to Always, or run both containers as one user"
}

# lk_tables prints all sections of a sample. They are of the same interval: one pidstat for each runs at the same time.
lk_tables() {
  local header flags rights each pipes=() files=() interval=()
  if [ "${LATCHKEY_INTERVAL:-0}" != 0 ]; then interval=("$LATCHKEY_INTERVAL" 1); fi
  while IFS=: read -r header flags rights; do
    [ -z "$rights" ] || [ -z "$lk_denied" ] || continue
    exec {each}< <(lk_table "$header" "$flags" "${interval[@]}")
    pipes+=("$each") files+=("/dev/fd/$each")
  done <<<"$lk_sections"
  lk_json "${files[@]}"
  for each in "${pipes[@]}"; do exec {each}<&-; done
}

lk_table() {
  local header=$1 flags=$2
  shift 2
  printf '\001%s\n' "$header"
  # shellcheck disable=SC2086 # words
  exec pidstat -p "$lk_pids" $flags -h $lk_epoch ${LATCHKEY_THREADS:+-t} "$@" 2>/dev/null
}

# lk_sample prints a sample and counts it, unless all processes ended while it was taken and there are no figures.
lk_sample() {
  local tables
  tables=$(lk_tables)
  case $tables in *'[{'*) ;; *) return 0 ;; esac
  lk_samples=$((lk_samples + 1))
  lk_timepoint
  if [ "${LATCHKEY_PIDS:-}" = true ]; then
    ps aux
    ps axf
  fi
  printf '%s\n' "$tables"
}

# lk_prepare looks for what a sample needs and fails where that is missing. It asks pidstat for times in seconds since 1970 where it can say them.
lk_prepare() {
  local program
  for program in pidstat awk; do
    command -v "$program" >/dev/null && continue
    lk_error "there is no $program in this image: use one with sysstat and awk"
    return 1
  done
  export LC_ALL=C S_COLORS=never
  [ "${LATCHKEY_COLOR:-}" = true ] || export NO_COLOR=true
  lk_epoch=''
  if pidstat -H -p $$ >/dev/null 2>&1; then lk_epoch=-H; fi
}
