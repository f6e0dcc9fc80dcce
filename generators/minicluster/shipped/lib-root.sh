#!/bin/sh
# Latchkey v0.1, generators/minicluster/scripts/lib-root.sh
lk_root_paths() { [ -z "${LATCHKEY_INSTALL_ROOT:-}" ] || lk_add PATH "$LATCHKEY_INSTALL_ROOT/bin"; }
lk_root_list() { [ -z "${LATCHKEY_INSTALL_ROOT:-}" ] || lk_list PATH "$LATCHKEY_INSTALL_ROOT/bin"; }
