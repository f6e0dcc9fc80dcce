#!/bin/sh
# Latchkey v0.1, generators/minicluster/scripts/lib-view.sh
lk_site_packages() {
  set -- "$lk_view"/lib/python3*/site-packages; [ -d "$1" ] || set -- ''
  # ships for: LATCHKEY_PYTHON_PATH >
  set -- "${LATCHKEY_PYTHON_PATH:-$1}"
  # end < >
  printf '%s' "$1"
}
lk_view_paths() {
  # ships for: LATCHKEY_VIEW=false >
  [ "${LATCHKEY_VIEW:-}" != false ] || return 0
  # end >
  lk_add PATH "$lk_view/bin"; lk_site=$(lk_site_packages); [ -z "$lk_site" ] || lk_add PYTHONPATH "$lk_site"
  # ships for: LATCHKEY_SIMPLE_SCHEDULER=true >
  [ "${LATCHKEY_SIMPLE_SCHEDULER:-}" != true ] || return 0
  # end >
  lk_add FLUX_RC_EXTRA "$lk_view/etc/flux"
  [ -e "$lk_view/lib/flux/modules/sched-fluxion-qmanager.so" ] || return 0
  lk_add FLUX_MODULE_PATH_PREPEND "$lk_view/lib/flux/modules"
  lk_add FLUX_EXEC_PATH_PREPEND "$lk_view/libexec/flux/cmd"
  lk_add FLUX_MODPROBE_PATH_APPEND "$lk_view/etc/flux/modprobe"
}
