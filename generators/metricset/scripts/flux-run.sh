#!/bin/bash
# flux-run.sh COMMAND...: starts a Flux instance of launcher and workers, runs a command in it, and ends with its status.
#
# The launcher's broker is the lead. The launcher starts the workers' brokers by ssh and copies the certificate to them. The
# certificate is made for this run and is in memory only.
#
# Reads, besides what hosts.sh and tasks.sh read:
#   LATCHKEY_FLUX_VIEW     folder with bin/flux
#   LATCHKEY_FLUX_BROKER   further options of the brokers, as quoted words
#   LATCHKEY_FLUX_SUBMIT   words before the command
#   LATCHKEY_FLUX_STAY     boolean: keep the instance after the command
#   LATCHKEY_QUEUE_POLICY  queue policy of Fluxion, default fcfs
# shellcheck source=hosts.sh
. "${LATCHKEY_FILES:=/metrics_operator}/hosts.sh"
# shellcheck source=tasks.sh
. "$LATCHKEY_FILES/tasks.sh"
lk_flux=$lk_private/flux lk_started=()

# lk_brokers prints the names of the brokers, which are the host names of their kernels, with or without the domain.
lk_brokers() {
  local own host
  read -r own <"${LATCHKEY_HOSTNAME_FILE:-/proc/sys/kernel/hostname}"
  for host in $(lk_launcher) $(lk_workers); do
    case $own in
      *.*) printf '%s\n' "$host" ;;
      *) printf '%s\n' "${host%%.*}" ;;
    esac
  done
}

lk_toml() {
  local host connect=tcp://%h:%p
  case $(lk_brokers | head -n 1) in
    *.*) ;;
    *) connect=tcp://%h$lk_domain:%p ;;
  esac
  printf '[access]\nallow-root-owner = true\n'
  printf '\n[resource]\npath = "%s"\nnoverify = true\n' "$lk_flux/R"
  printf '\n[bootstrap]\ncurve_cert = "%s"\ndefault_port = 8050\n' "$lk_flux/curve.cert"
  printf 'default_bind = "tcp://*:%%p"\ndefault_connect = "%s"\nhosts = [\n' "$connect"
  for host in $(lk_brokers); do printf '  {host = "%s"},\n' "$host"; done
  printf ']\n\n[sched-fluxion-qmanager]\nqueue-policy = "%s"\n' "${LATCHKEY_QUEUE_POLICY:-fcfs}"
}

# lk_paths shows Flux the Python modules and the Fluxion of its view.
lk_paths() {
  local each
  PATH=$PATH:$LATCHKEY_FLUX_VIEW/bin
  for each in "$LATCHKEY_FLUX_VIEW"/lib/python3*/site-packages; do
    [ ! -d "$each" ] || PYTHONPATH=${PYTHONPATH:+$PYTHONPATH:}$each
  done
  export PATH PYTHONPATH FLUX_RC_EXTRA="$LATCHKEY_FLUX_VIEW/etc/flux" FLUX_MODPROBE_PATH_APPEND="$LATCHKEY_FLUX_VIEW/etc/flux/modprobe"
  export FLUX_MODULE_PATH_PREPEND="$LATCHKEY_FLUX_VIEW/lib/flux/modules" FLUX_EXEC_PATH_PREPEND="$LATCHKEY_FLUX_VIEW/libexec/flux/cmd"
}

# lk_configure writes the files that all brokers read. It takes this host's number of cores for all hosts.
lk_configure() {
  local hosts
  rm -rf "$lk_flux"
  (umask 077 && mkdir -p "$lk_flux/config")
  hosts=$(lk_brokers)
  lk_toml >"$lk_flux/config/broker.toml"
  flux R encode --hosts="${hosts//$'\n'/,}" --cores="0-$(($(lk_cores) - 1))" >"$lk_flux/R" || lk_fail "flux cannot write its resources: is the image of the addon a view with Flux?"
  (umask 077 && flux keygen "$lk_flux/curve.cert") || lk_fail "flux cannot make a certificate"
}

# lk_copy HOST copies the brokers' files to a worker.
lk_copy() {
  local file
  ssh -n "$1" "umask 077 && rm -rf $lk_flux && mkdir -p $lk_flux/config" &&
    for file in curve.cert R config/broker.toml; do
      # shellcheck disable=SC2029 # the names are the same there
      ssh "$1" "umask 077 && cat >$lk_flux/$file" <"$lk_flux/$file" || return 1
    done
}

# lk_environment prints, as a line of shell, the variables that a broker needs.
lk_environment() {
  local name
  for name in PATH LD_LIBRARY_PATH PYTHONPATH FLUX_RC_EXTRA FLUX_MODPROBE_PATH_APPEND FLUX_MODULE_PATH_PREPEND FLUX_EXEC_PATH_PREPEND; do
    [ -z "${!name:-}" ] || printf 'export %s=%q; ' "$name" "${!name}"
  done
}

# lk_worker HOST starts the broker of a worker, and starts it again while it cannot reach the other brokers.
lk_worker() {
  local tries line
  lk_copy "$1" || lk_fail "cannot copy the configuration of Flux to $1"
  line="$(lk_environment) cd ${PWD@Q}; exec flux start ${lk_start[*]@Q}"
  for ((tries = 0; tries < 10; tries++)); do
    if ssh -n "$1" "$line" >&2; then return 0; fi
    lk_sleep 2
  done
}

# shellcheck disable=SC2016 # the dollars are for the program
# lk_program writes the program that the instance runs first. flux start passes it to a shell, so its words are quoted here.
lk_program() {
  {
    printf '#!/bin/bash\n%s' "$LATCHKEY_FLUX_SUBMIT"
    printf ' %q' "$@"
    printf '\n'
    [ "${LATCHKEY_FLUX_STAY:-}" != true ] || printf 'status=$?\nsleep infinity &\ntrap "kill $!" TERM\nwait\nexit $status\n'
  } >"$lk_flux/run.sh"
  chmod 0700 "$lk_flux/run.sh"
}

lk_main() {
  local option host status=0
  lk_names
  lk_paths
  command -v flux >/dev/null || lk_fail "there is no flux in $LATCHKEY_FLUX_VIEW/bin: is the image of the addon a view with Flux?"
  lk_configure
  lk_program "$@"
  lk_start=("-o--config-path=$lk_flux/config")
  eval "set -- $LATCHKEY_FLUX_BROKER"
  for option in "$@"; do lk_start+=("-o$option"); done
  for host in $(lk_workers); do
    lk_worker "$host" &
    lk_started+=($!)
  done
  flux start "${lk_start[@]}" "$lk_flux/run.sh" || status=$?
  kill "${lk_started[@]}" 2>/dev/null || :
  exit "$status"
}

lk_main "$@"
