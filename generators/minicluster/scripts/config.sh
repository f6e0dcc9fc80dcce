#!/bin/bash
# config.sh: writes the configuration of this pod's broker. Sourced by broker.sh after lib.sh.
#
# Everything below LATCHKEY_MOUNT/config belongs to the user that runs the broker: flux requires that it owns its folders.
# Each start writes the files again, first under a temporary name. It needs these programs: mkdir, mv, rm and ln.
#
# Reads, besides what lib.sh reads:
#   JOB_COMPLETION_INDEX    index of this pod; 0 is the lead
#   LATCHKEY_HOSTS          hostlist of the set; %H stands for this pod's host name without its index
#   LATCHKEY_HOSTS_TOML     value of bootstrap.hosts, for bursting; also with %H; default one entry with LATCHKEY_HOSTS
#   LATCHKEY_SERVICE_PORT   port of the brokers, default 8050
#   LATCHKEY_CURVE          file with the CURVE certificate; unset when there is one broker
#   LATCHKEY_PRIVATE        folder in memory that only this container can read, default /run/latchkey
#   LATCHKEY_CORES          whole cores of each pod's limit; unset: the cores that this pod sees
#   LATCHKEY_GPUS           GPUs of each pod's limit; unset: the GPUs that this pod sees
#   LATCHKEY_QUEUE_POLICY   Fluxion's queue-policy, default fcfs
#   LATCHKEY_SOCKET         boolean: the socket is called local; otherwise flux names it after the rank
#   LATCHKEY_ENVIRONMENT    names of variables, separated by spaces, that flux-view.sh sets
#   LATCHKEY_HOSTS_FILE     default /etc/hosts
#   LATCHKEY_HOSTNAME_FILE  default /proc/sys/kernel/hostname
# shellcheck disable=SC2154 # lk_config comes from lib.sh

: "${LATCHKEY_PRIVATE:=/run/latchkey}"

# lk_write FILE writes standard input to a file. The file is never half written.
lk_write() {
  local text
  IFS= read -r -d '' text || :
  printf '%s' "$text" >"$1.new"
  mv -f "$1.new" "$1"
}

# lk_string quotes a value as a TOML basic string.
lk_string() {
  local value=$1 backslash=$'\\'
  value=${value//"$backslash"/"$backslash$backslash"}
  value=${value//'"'/"$backslash\""}
  value=${value//$'\n'/"${backslash}n"}
  value=${value//$'\t'/"${backslash}t"}
  printf '"%s"' "$value"
}

# lk_own_line reads the pod's line in /etc/hosts, written by the kubelet: address, full name, host name.
lk_own_line() {
  local address name
  while read -r address name _; do
    case $name in
      "$lk_host") lk_domain='' ;;
      "$lk_host".*) lk_domain=${name#"$lk_host".} ;;
      *) continue ;;
    esac
    lk_address=$address
    return
  done <"${LATCHKEY_HOSTS_FILE:-/etc/hosts}"
  return 1
}

# lk_names reads the host name, domain and address from the pod, so a renamed set still runs. It tries again, because
# /etc/hosts is empty for a moment (seen): the kubelet rewrites it whenever it starts a container of the pod.
lk_names() {
  local left=15
  read -r lk_host <"${LATCHKEY_HOSTNAME_FILE:-/proc/sys/kernel/hostname}"
  lk_domain='' lk_address=''
  until lk_own_line || [ "$left" = 0 ]; do
    left=$((left - 1))
    sleep 0.2
  done
  [ -n "$lk_domain" ] || lk_say "this pod has no subdomain: brokers are looked up by their bare host names"
  lk_hosts=${LATCHKEY_HOSTS//%H/"${lk_host%-*}"}
  lk_hosts_toml=${LATCHKEY_HOSTS_TOML:-"[{host=$(lk_string "$lk_hosts")}]"}
  lk_hosts_toml=${lk_hosts_toml//%H/"${lk_host%-*}"}
}

# lk_folders makes the folders of the broker. Only the broker's user may read those with its state and socket.
lk_folders() {
  mkdir -p "$lk_config"/etc/flux/{config,shell.d,system/cron.d} "$lk_config/curve" "$lk_config"/{var/lib,run}
  (umask 077 && mkdir -p "$lk_config/var/lib/flux" "$lk_config/run/flux")
  rm -f "$lk_config/etc/flux/system/R"
}

# lk_key copies the certificate to a file that only the broker's user can read, with mode 0600 from the first byte. Flux
# refuses the mounted file, because it belongs to root. Only builtins are used, so the key is in no argument list.
lk_key() {
  local mask
  [ -n "${LATCHKEY_CURVE:-}" ] || return 0
  [ -s "$LATCHKEY_CURVE" ] || lk_fail "$LATCHKEY_CURVE is missing or empty: is the Secret filled (key curve.cert)?"
  [[ $(<"$LATCHKEY_CURVE") =~ [[:space:]]secret-key\ *=\ *\"[^\"]{40}\" ]] ||
    lk_fail "the Secret of the volume latchkey-curve holds no CURVE certificate in its key curve.cert: put there what flux keygen writes"
  mask=$(umask)
  umask 077
  rm -f "$LATCHKEY_PRIVATE/curve.cert"
  printf '%s\n' "$(<"$LATCHKEY_CURVE")" >"$LATCHKEY_PRIVATE/curve.cert"
  umask "$mask"
  # a user's brokerConfig may name the Flux Operator's place of the certificate
  ln -sfn "$LATCHKEY_PRIVATE/curve.cert" "$lk_config/curve/curve.cert"
}

lk_toml() {
  printf '[access]\nallow-root-owner = true\n'
  printf '\n[resource]\npath = %s\n' "$(lk_string "$lk_config/etc/flux/system/R")"
  # core numbers made from a limit are a count, not places on the node, so they must not be compared with the node's
  [ -z "${LATCHKEY_CORES:-}" ] || printf 'noverify = true\n'
  printf '\n[bootstrap]\n'
  [ -z "${LATCHKEY_CURVE:-}" ] || printf 'curve_cert = %s\n' "$(lk_string "$LATCHKEY_PRIVATE/curve.cert")"
  case $lk_address in *:*) printf 'enable_ipv6 = true\n' ;; esac
  printf 'default_port = %d\n' "${LATCHKEY_SERVICE_PORT:-8050}"
  printf 'default_bind = "tcp://*:%%p"\n'
  printf 'default_connect = %s\n' "$(lk_string "tcp://%h${lk_domain:+.$lk_domain}:%p")"
  printf 'hosts = %s\n' "$lk_hosts_toml"
  if [ "${LATCHKEY_SIMPLE_SCHEDULER:-}" = true ]; then
    printf '\n[modules]\nalternatives.sched = "sched-simple"\n'
  else
    printf '\n[sched-fluxion-qmanager]\nqueue-policy = %s\n' "$(lk_string "${LATCHKEY_QUEUE_POLICY:-fcfs}")"
  fi
}

# lk_broker_toml copies the user's broker.toml, or makes one.
lk_broker_toml() {
  if [ -f "$LATCHKEY_FILES/broker.toml" ]; then
    lk_write "$lk_config/etc/flux/config/broker.toml" <"$LATCHKEY_FILES/broker.toml"
  else
    lk_toml | lk_write "$lk_config/etc/flux/config/broker.toml"
  fi
  printf '%s\n' "$lk_hosts" | lk_write "$lk_config/etc/flux/system/hostlist"
}

# lk_resources writes R, the set's resources. Only the R of rank 0 counts, but flux requires a valid file on every rank
# (flux-core 0.88: a worker without it fails in rc1). An R that exists stays: the user's pre hook may have made it. This
# function runs again after the pre hook, because the hook may install flux.
lk_resources() {
  local words=(--hosts="$lk_hosts") cores=${LATCHKEY_CORES:-} resources
  [ ! -e "$lk_config/etc/flux/system/R" ] || return 0
  # flux R encode does not take --gpus with --local
  if [ -z "$cores" ] && [ -n "${LATCHKEY_GPUS:-}" ]; then cores=$(flux R encode --local | flux R decode --count=core); fi
  if [ -n "$cores" ]; then words+=(--cores="$(lk_first "$cores")"); else words+=(--local); fi
  if [ "${LATCHKEY_GPUS:-0}" -gt 0 ]; then words+=(--gpus="$(lk_first "$LATCHKEY_GPUS")"); fi
  resources=$(flux R encode "${words[@]}")
  printf '%s\n' "$resources" | lk_write "$lk_config/etc/flux/system/R"
}

# lk_first N prints the idset of the first N numbers. For one number flux needs 0, not 0-0.
lk_first() {
  printf 0
  [ "$1" = 1 ] || printf -- '-%d' "$(($1 - 1))"
}

# lk_affinity lets the kernel choose the cores of a task, unless the job's cpu-affinity option says otherwise. Every pod
# numbers its cores from 0, so flux would bind the tasks of all pods on a node to the same first cores. Two ranks of LAMMPS,
# each in its pod, then took 97 s instead of 4 (seen).
lk_affinity() {
  printf '%s\n' 'if shell.options["cpu-affinity"] == nil then shell.options["cpu-affinity"] = "off" end' |
    lk_write "$lk_config/etc/flux/shell.d/affinity.lua"
  FLUX_SHELL_RC_PATH=$(lk_join "${FLUX_SHELL_RC_PATH:-}" "$lk_config/etc/flux/shell.d")
  export FLUX_SHELL_RC_PATH
}

# lk_socket prints the path of the broker's socket.
lk_socket() {
  printf '%s' "$lk_config/run/flux/local"
  [ "${LATCHKEY_SOCKET:-}" = true ] || printf '%s' "-$JOB_COMPLETION_INDEX"
}
