#!/bin/bash
# connect.sh: writes the two files by which people and sidecars reach the running instance. Sourced by broker.sh.
#
#   LATCHKEY_MOUNT/flux-view.sh     for "source": paths, fluxsocket and flux.environment
#   LATCHKEY_MOUNT/flux-connect.sh  bash flux-connect.sh [PROGRAM...]: a shell, or the program, inside the instance
#
# Reads what lib.sh and config.sh read.
# shellcheck disable=SC2154 # lk_view comes from lib.sh

# lk_line FORMAT VALUE... prints a line with its values quoted for the shell.
lk_line() {
  # shellcheck disable=SC2059 # the formats are below, and all take %q
  printf "$1\n" "${@:2}"
}

# lk_list NAME FOLDER prints a line that adds a folder to a list like PATH, after the folders of the reader's environment.
lk_list() {
  lk_line "case \":\${$1:-}:\" in *:%q:*) ;; *) export $1=\"\${$1:+\$$1:}\"%q ;; esac" "$2" "$2"
}

lk_view_sh() {
  local name site
  printf '%s\n' '# made by Latchkey when the broker started; source this file'
  if [ -n "${LATCHKEY_INSTALL_ROOT:-}" ]; then lk_list PATH "$LATCHKEY_INSTALL_ROOT/bin"; fi
  if [ "${LATCHKEY_VIEW:-}" = true ]; then
    site=$(lk_site_packages)
    lk_list PATH "$lk_view/bin"
    lk_list LD_LIBRARY_PATH "$lk_view/lib"
    [ -z "$site" ] || lk_list PYTHONPATH "$site"
  fi
  lk_line 'export fluxsocket=%q' "local://$(lk_socket)"
  for name in ${LATCHKEY_ENVIRONMENT:-}; do
    [ -z "${!name+set}" ] || lk_line 'export %q=%q' "$name" "${!name}"
  done
}

lk_connect_sh() {
  local rest
  printf '%s\n' '#!/bin/bash' '# made by Latchkey: bash flux-connect.sh [PROGRAM...]'
  lk_line '. %q' "$LATCHKEY_MOUNT/flux-view.sh"
  IFS= read -r -d '' rest <<'EOT' || :
[ $# -gt 0 ] || set -- bash
# flux proxy joins its arguments with blanks and passes them to sh, so each argument is quoted for sh
quote=\'\\\'\' words=exec
for word; do words="$words '${word//\'/"$quote"}'"; done
exec flux proxy "$fluxsocket" "$words"
EOT
  printf '%s' "$rest"
}

lk_connection_files() {
  lk_view_sh | lk_write "$LATCHKEY_MOUNT/flux-view.sh"
  lk_connect_sh | lk_write "$LATCHKEY_MOUNT/flux-connect.sh"
}
