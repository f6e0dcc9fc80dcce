#!/bin/bash
# Latchkey v0.1, generators/metricset/scripts/ldms.sh
. "${LATCHKEY_FILES:=/metrics_operator}/lib.sh"
lk_munge() {
  local dir; mkdir -p /run/munge 2>/dev/null || return 0
  for dir in /var/log/munge /var/lib/munge /etc/munge /run/munge; do
    [ ! -d "$dir" ] || chown -R "$(id -u)" "$dir" 2>/dev/null || :
  done
}
lk_listens() { (: <"/dev/tcp/localhost/${LATCHKEY_PORT:-10444}") 2>/dev/null; }
lk_ldmsd() {
  local tries; command -v ldmsd >/dev/null || lk_fail "there is no ldmsd in this image: use one with LDMS"
  lk_munge
  ldmsd -x "sock:${LATCHKEY_PORT:-10444}" -c "${LATCHKEY_SAMPLER:-/opt/sampler.conf}" \
    -l "${LATCHKEY_LOG:-/tmp/demo_ldmsd_log}" -v DEBUG -r "$PWD/ldmsd.pid" >&2 || lk_fail "ldmsd does not start: see ${LATCHKEY_LOG:-/tmp/demo_ldmsd_log}"
  for ((tries = 0; tries < 60; tries++)); do ! lk_listens || return 0; lk_sleep 1; [ -z "$lk_stopped" ] || exit 143; done
  lk_fail "ldmsd did not listen on port ${LATCHKEY_PORT:-10444} in 60 s: see ${LATCHKEY_LOG:-/tmp/demo_ldmsd_log}"
}
lk_ldmsd
. "$LATCHKEY_FILES/sample.sh"
