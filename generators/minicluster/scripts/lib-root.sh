#!/bin/sh
# lib-root.sh: finds a flux inside this image. Sourced after lib.sh, in sets that say where it is. It is POSIX sh.
#
# Reads:
#   LATCHKEY_INSTALL_ROOT  prefix of a flux inside this image, for example /usr
# shellcheck disable=SC2034,SC2154 # names of other parts

# lk_root_paths adds flux to PATH, after all folders of the image, so that the image's own programs win.
lk_root_paths() { [ -z "${LATCHKEY_INSTALL_ROOT:-}" ] || lk_add PATH "$LATCHKEY_INSTALL_ROOT/bin"; }

# lk_root_list adds to flux-view.sh.
lk_root_list() { [ -z "${LATCHKEY_INSTALL_ROOT:-}" ] || lk_list PATH "$LATCHKEY_INSTALL_ROOT/bin"; }
