#!/bin/bash
# Latchkey v0.1, generators/metricset/scripts/flux-run.sh
. "${LATCHKEY_FILES:=/metrics_operator}/hosts.sh"
. "$LATCHKEY_FILES/tasks.sh"
lk_flux=$lk_private/flux lk_started=()
lk_brokers() {
  local own host; read -r own <"${LATCHKEY_HOSTNAME_FILE:-/proc/sys/kernel/hostname}"
  for host in $(lk_launcher) $(lk_workers); do
    case $own in *.*) printf '%s\n' "$host" ;; *) printf '%s\n' "${host%%.*}" ;; esac
  done
}
lk_toml() {
  local host connect=tcp://%h:%p
  case $(lk_brokers | head -n 1) in *.*) ;; *) connect=tcp://%h$lk_domain:%p ;; esac
  printf '[access]\nallow-root-owner = true\n'
  printf '\n[resource]\npath = "%s"\nnoverify = true\n' "$lk_flux/R"
  printf '\n[bootstrap]\ncurve_cert = "%s"\ndefault_port = 8050\n' "$lk_flux/curve.cert"
  printf 'default_bind = "tcp://*:%%p"\ndefault_connect = "%s"\nhosts = [\n' "$connect"
  for host in $(lk_brokers); do printf '  {host = "%s"},\n' "$host"; done
  printf ']\n\n[sched-fluxion-qmanager]\nqueue-policy = "%s"\n' "${LATCHKEY_QUEUE_POLICY:-fcfs}"
}
lk_paths() {
  local each; PATH=$PATH:$LATCHKEY_FLUX_VIEW/bin
  for each in "$LATCHKEY_FLUX_VIEW"/lib/python3*/site-packages; do
    [ ! -d "$each" ] || PYTHONPATH=${PYTHONPATH:+$PYTHONPATH:}$each
  done
  export PATH PYTHONPATH FLUX_RC_EXTRA="$LATCHKEY_FLUX_VIEW/etc/flux" FLUX_MODPROBE_PATH_APPEND="$LATCHKEY_FLUX_VIEW/etc/flux/modprobe"
  export FLUX_MODULE_PATH_PREPEND="$LATCHKEY_FLUX_VIEW/lib/flux/modules" FLUX_EXEC_PATH_PREPEND="$LATCHKEY_FLUX_VIEW/libexec/flux/cmd"
}
lk_configure() {
  local hosts; rm -rf "$lk_flux"
  (umask 077 && mkdir -p "$lk_flux/config")
  hosts=$(lk_brokers); lk_toml >"$lk_flux/config/broker.toml"
  flux R encode --hosts="${hosts//$'\n'/,}" --cores="0-$(($(lk_cores) - 1))" >"$lk_flux/R" || lk_fail "flux cannot write its resources: is the image of the addon a view with Flux?"
  (umask 077 && flux keygen "$lk_flux/curve.cert") || lk_fail "flux cannot make a certificate"
}
lk_copy() {
  local file
  ssh -n "$1" "umask 077 && rm -rf $lk_flux && mkdir -p $lk_flux/config" &&
    for file in curve.cert R config/broker.toml; do
      ssh "$1" "umask 077 && cat >$lk_flux/$file" <"$lk_flux/$file" || return 1
    done
}
lk_environment() {
  local name
  for name in PATH LD_LIBRARY_PATH PYTHONPATH FLUX_RC_EXTRA FLUX_MODPROBE_PATH_APPEND FLUX_MODULE_PATH_PREPEND FLUX_EXEC_PATH_PREPEND; do
    [ -z "${!name:-}" ] || printf 'export %s=%q; ' "$name" "${!name}"
  done
}
lk_worker() {
  local tries line; lk_copy "$1" || lk_fail "cannot copy the configuration of Flux to $1"
  line="$(lk_environment) cd ${PWD@Q}; exec flux start ${lk_start[*]@Q}"
  for ((tries = 0; tries < 10; tries++)); do if ssh -n "$1" "$line" >&2; then return 0; fi; lk_sleep 2; done
}
lk_program() {
  {
    printf '#!/bin/bash\n%s' "$LATCHKEY_FLUX_SUBMIT"; printf ' %q' "$@"; printf '\n'
    [ "${LATCHKEY_FLUX_STAY:-}" != true ] || printf 'status=$?\nsleep infinity &\ntrap "kill $!" TERM\nwait\nexit $status\n'
  } >"$lk_flux/run.sh"
  chmod 0700 "$lk_flux/run.sh"
}
lk_main() {
  local option host status=0; lk_names; lk_paths
  command -v flux >/dev/null || lk_fail "there is no flux in $LATCHKEY_FLUX_VIEW/bin: is the image of the addon a view with Flux?"
  lk_configure; lk_program "$@"; lk_start=("-o--config-path=$lk_flux/config")
  eval "set -- $LATCHKEY_FLUX_BROKER"
  for option in "$@"; do lk_start+=("-o$option"); done
  for host in $(lk_workers); do lk_worker "$host" & lk_started+=($!); done
  flux start "${lk_start[@]}" "$lk_flux/run.sh" || status=$?
  kill "${lk_started[@]}" 2>/dev/null || :
  exit "$status"
}
lk_main "$@"
