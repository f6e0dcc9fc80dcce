#!/bin/sh
# lib-view.sh: finds flux in the view, a volume of the pod. Sourced after lib.sh, in sets with a view. It is POSIX sh.
#
# Reads, besides what lib.sh reads:
#   LATCHKEY_VIEW              false: flux comes from this image, not from the view in the shared volume
#   LATCHKEY_PYTHON_PATH       folder for PYTHONPATH instead of the view's site-packages
#   LATCHKEY_SIMPLE_SCHEDULER  boolean: do not look for Fluxion
# shellcheck disable=SC2034,SC2154 # names of other parts

# lk_site_packages prints the folder of the view's python modules, or nothing.
lk_site_packages() {
  set -- "$lk_view"/lib/python3*/site-packages
  [ -d "$1" ] || set -- ''
  # ships for: LATCHKEY_PYTHON_PATH
  set -- "${LATCHKEY_PYTHON_PATH:-$1}"
  printf '%s' "$1"
}

# lk_view_paths adds flux to PATH, after all folders of the image, so that the image's own programs win. It also shows flux the Fluxion of the view, which has a prefix of its own there. FLUX_RC_EXTRA names the parent
# of rc1.d; flux-core 0.7x and later read FLUX_MODPROBE_PATH_APPEND instead (flux-core, src/bindings/python/flux/modprobe.py).
lk_view_paths() {
  # ships for: LATCHKEY_VIEW=false
  [ "${LATCHKEY_VIEW:-}" != false ] || return 0
  lk_add PATH "$lk_view/bin"
  lk_site=$(lk_site_packages)
  [ -z "$lk_site" ] || lk_add PYTHONPATH "$lk_site"
  # ships for: LATCHKEY_SIMPLE_SCHEDULER=true
  [ "${LATCHKEY_SIMPLE_SCHEDULER:-}" != true ] || return 0
  lk_add FLUX_RC_EXTRA "$lk_view/etc/flux"
  [ -e "$lk_view/lib/flux/modules/sched-fluxion-qmanager.so" ] || return 0
  lk_add FLUX_MODULE_PATH_PREPEND "$lk_view/lib/flux/modules"
  lk_add FLUX_EXEC_PATH_PREPEND "$lk_view/libexec/flux/cmd"
  lk_add FLUX_MODPROBE_PATH_APPEND "$lk_view/etc/flux/modprobe"
}
