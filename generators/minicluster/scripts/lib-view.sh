#!/bin/sh
# lib-view.sh: adds flux to PATH from the view, a volume of the pod, after all folders of the image, so that the image's own
# programs win. Sourced after lib.sh, in sets with a view. It is POSIX sh. It sets lk_site, the folder of the view's python
# modules, or nothing.
#
# It also shows flux the Fluxion of the view, which has a prefix of its own there. FLUX_RC_EXTRA names the parent of rc1.d;
# flux-core 0.7x and later read FLUX_MODPROBE_PATH_APPEND instead (flux-core, src/bindings/python/flux/modprobe.py).
#
# Reads, besides what lib.sh reads:
#   LATCHKEY_VIEW              false: flux comes from this image, not from the view in the shared volume
#   LATCHKEY_PYTHON_PATH       folder for PYTHONPATH instead of the view's site-packages
#   LATCHKEY_SIMPLE_SCHEDULER  boolean: do not look for Fluxion
# shellcheck disable=SC2034,SC2154 # names of other parts
for lk_site in "$lk_view"/lib/python3*/site-packages; do
  if [ -d "$lk_site" ]; then break; fi
done
[ -d "$lk_site" ] || lk_site=''
lk_site=${LATCHKEY_PYTHON_PATH:-$lk_site}
lk_add PATH "$lk_view/bin"
[ -z "$lk_site" ] || lk_add PYTHONPATH "$lk_site"
if [ "${LATCHKEY_SIMPLE_SCHEDULER:-}" != true ]; then
  lk_add FLUX_RC_EXTRA "$lk_view/etc/flux"
  if [ -e "$lk_view/lib/flux/modules/sched-fluxion-qmanager.so" ]; then
    lk_add FLUX_MODULE_PATH_PREPEND "$lk_view/lib/flux/modules"
    lk_add FLUX_EXEC_PATH_PREPEND "$lk_view/libexec/flux/cmd"
    lk_add FLUX_MODPROBE_PATH_APPEND "$lk_view/etc/flux/modprobe"
  fi
fi
