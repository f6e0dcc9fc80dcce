#!/bin/bash
# Latchkey v0.1, generators/minicluster/scripts/broker-config.sh
lk_cert=${LATCHKEY_PRIVATE:-/run/latchkey}/curve.cert
lk_write() { local text; IFS= read -r -d '' text || :; printf '%s' "$text" >"$1.new"; mv -f "$1.new" "$1"; }
lk_string() {
  local value=${1//\\/\\\\} quote='"' line=$'\n'; value=${value//"$quote"/\\"$quote"}
  printf '"%s"' "${value//"$line"/\\n}"
}
lk_own_line() {
  local hosts blank='[[:space:]]+'; hosts=$'\n'$(<"${LATCHKEY_HOSTS_FILE:-/etc/hosts}")$'\n'
  [[ $hosts =~ $'\n'([^[:space:]]+)$blank"$lk_host"(\.[^[:space:]]+)?$blank ]] || return 1
  lk_address=${BASH_REMATCH[1]} lk_domain=${BASH_REMATCH[2]}
}
lk_names() {
  local left=15; read -r lk_host <"${LATCHKEY_HOSTNAME_FILE:-/proc/sys/kernel/hostname}"
  lk_domain='' lk_address='' lk_base=${lk_host%-*}
  until lk_own_line || [ "$left" = 0 ]; do left=$((left - 1)); sleep 0.2; done
  [ -n "$lk_domain" ] || lk_say "this pod has no subdomain: brokers are looked up by their bare host names"
  lk_hosts=${LATCHKEY_HOSTS//%H/"$lk_base"}
}
lk_folders() {
  mkdir -p "$lk_config"/{etc/flux/{config,shell.d,system/cron.d},curve,var/lib,run}
  (umask 077 && mkdir -p "$lk_config"/{var/lib,run}/flux && rm -f "$lk_config/etc/flux/system/R")
}
lk_key() {
  local from=${LATCHKEY_CURVE:-}
  # ships for: not LATCHKEY_CURVE < >
  [ -n "$from" ] || return 0
  # end >
  [ -s "$from" ] || lk_fail "$from is missing or empty: is the Secret filled (key curve.cert)?"
  [[ $(<"$from") =~ [[:space:]]secret-key\ *=\ *\"[^\"]{40}\" ]] ||
    lk_fail "$from holds no CURVE certificate: put what flux keygen writes into the key curve.cert of the Secret"
  (umask 077 && rm -f "$lk_cert" && printf '%s\n' "$(<"$from")" >"$lk_cert")
  ln -sfn "$lk_cert" "$lk_config/curve/curve.cert"
}
lk_toml() {
  local hosts="[{host=\"$LATCHKEY_HOSTS\"}]"
  # ships for: LATCHKEY_HOSTS_TOML < >
  hosts=${LATCHKEY_HOSTS_TOML:-"$hosts"}
  # end < >
  printf '%s\n' '[access]' 'allow-root-owner = true' '[resource]' "path = $(lk_string "$lk_config/etc/flux/system/R")"
  # ships for: LATCHKEY_CORES < >
  [ -z "${LATCHKEY_CORES:-}" ] || echo 'noverify = true'
  # end
  printf '%s\n' '[bootstrap]' "hosts = ${hosts//%H/"$lk_base"}" "default_port = 8050" \
    'default_bind = "tcp://*:%p"' "default_connect = $(lk_string "tcp://%h$lk_domain:%p")"
  # ships for: LATCHKEY_CURVE >
  [ -z "${LATCHKEY_CURVE:-}" ] || echo "curve_cert = $(lk_string "$lk_cert")"
  # end >
  [[ $lk_address != *:* ]] || echo 'enable_ipv6 = true'
  lk_scheduler
}
lk_scheduler() { printf '[sched-fluxion-qmanager]\nqueue-policy = %s\n' "$(lk_string "${LATCHKEY_QUEUE_POLICY:-fcfs}")"; }
lk_broker_toml() {
  local own=$LATCHKEY_FILES/broker.toml toml=$lk_config/etc/flux/config/broker.toml
  # ships for: own configuration < >
  [ ! -f "$own" ] || lk_write "$toml" <"$own"
  # end
  # ships for: not own configuration >
  [ -f "$own" ] || lk_toml | lk_write "$toml"
  # end >
  lk_write "$lk_config/etc/flux/system/hostlist" <<<"$lk_hosts"
}
lk_resources() {
  [ ! -e "$lk_config/etc/flux/system/R" ] || return 0
  lk_words=(--local)
  # ships for: LATCHKEY_CORES or LATCHKEY_GPUS < >
  lk_limits
  # end <
  # ships for: LATCHKEY_FANOUT >
  lk_same_cores
  # end < >
  lk_each=$(flux R encode --hosts="$lk_hosts" "${lk_words[@]}")
  lk_write "$lk_config/etc/flux/system/R" <<<"$lk_each"
}
lk_affinity() {
  lk_write "$lk_config/etc/flux/shell.d/affinity.lua" \
    <<<'if shell.options["cpu-affinity"] == nil then shell.options["cpu-affinity"] = "off" end'
  lk_add FLUX_SHELL_RC_PATH "$lk_config/etc/flux/shell.d"
}
lk_socket() {
  # ships for: LATCHKEY_SOCKET=false >
  [ "${LATCHKEY_SOCKET:-}" != false ] || set -- "-$JOB_COMPLETION_INDEX"
  # end >
  printf '%s' "$lk_config/run/flux/local${1:-}"
}
lk_list() { printf "case \":\${$1:-}:\" in *:%q:*) ;; *) export $1=\"\${$1:+\$$1:}\"%q ;; esac\n" "$2" "$2"; }
lk_view_sh() {
  local site; echo '# made by Latchkey when the broker started; source this file'
  # ships for: LATCHKEY_INSTALL_ROOT < >
  lk_root_list
  # end <
  # ships for: not LATCHKEY_VIEW=false
  if [ "${LATCHKEY_VIEW:-}" != false ]; then
    site=$(lk_site_packages); lk_list PATH "$lk_view/bin"; lk_list LD_LIBRARY_PATH "$lk_view/lib"
    [ -z "$site" ] || lk_list PYTHONPATH "$site"
  fi
  # end >
  printf 'export fluxsocket=%q\n' "local://$(lk_socket)"
  # ships for: LATCHKEY_ENVIRONMENT < >
  lk_environment
  # end <
}
lk_environment() {
  local name
  for name in ${LATCHKEY_ENVIRONMENT:-}; do [ -z "${!name+set}" ] || printf 'export %q=%q\n' "$name" "${!name}"; done
}
lk_connection_files() {
  lk_view_sh | lk_write "$LATCHKEY_MOUNT/flux-view.sh"
  lk_write "$LATCHKEY_MOUNT/flux-connect.sh" <<'EOT'
#!/bin/bash
# made by Latchkey: bash flux-connect.sh [PROGRAM...]
. "${BASH_SOURCE[0]%/*}/flux-view.sh"
[ $# -gt 0 ] || set -- bash
quote=\'\\\'\' words=exec
for word; do words="$words '${word//\'/"$quote"}'"; done
exec flux proxy "$fluxsocket" "$words"
EOT
}
