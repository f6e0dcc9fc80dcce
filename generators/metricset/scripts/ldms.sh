#!/bin/bash
# ldms.sh: starts ldmsd in this pod, waits until it listens, and takes samples as sample.sh does.
#
# Reads, besides what sample.sh reads:
#   LATCHKEY_PORT     port of ldmsd, default 10444
#   LATCHKEY_SAMPLER  configuration of ldmsd, default /opt/sampler.conf
#   LATCHKEY_LOG      log of ldmsd, default /tmp/demo_ldmsd_log
# shellcheck source=lib.sh
. "${LATCHKEY_FILES:=/metrics_operator}/lib.sh"
# shellcheck source=stages.sh
. "$LATCHKEY_FILES/stages.sh"

# lk_munge prepares the folders of munge, because munge refuses folders of another user. An image may have no munge.
lk_munge() {
  local dir
  mkdir -p /run/munge 2>/dev/null || return 0
  for dir in /var/log/munge /var/lib/munge /etc/munge /run/munge; do
    [ ! -d "$dir" ] || chown -R "$(id -u)" "$dir" 2>/dev/null || :
  done
}

lk_listens() { (: <"/dev/tcp/localhost/${LATCHKEY_PORT:-10444}") 2>/dev/null; }

# lk_ldmsd writes nothing to the standard output, because the metadata must be first there.
lk_ldmsd() {
  local tries
  command -v ldmsd >/dev/null || lk_fail "there is no ldmsd in this image: use one with LDMS"
  lk_munge
  ldmsd -x "sock:${LATCHKEY_PORT:-10444}" -c "${LATCHKEY_SAMPLER:-/opt/sampler.conf}" \
    -l "${LATCHKEY_LOG:-/tmp/demo_ldmsd_log}" -v DEBUG -r "$PWD/ldmsd.pid" >&2 || lk_fail "ldmsd does not start: see ${LATCHKEY_LOG:-/tmp/demo_ldmsd_log}"
  for ((tries = 0; tries < 60; tries++)); do
    ! lk_listens || return 0
    lk_sleep 1
    [ -z "$lk_stopped" ] || exit 143
  done
  lk_fail "ldmsd did not listen on port ${LATCHKEY_PORT:-10444} in 60 s: see ${LATCHKEY_LOG:-/tmp/demo_ldmsd_log}"
}

lk_ldmsd
# shellcheck source=sample.sh
. "$LATCHKEY_FILES/sample.sh"
