#!/bin/bash
# Latchkey v0.1, generators/minicluster/scripts/broker-launcher.sh
lk_launcher_program() { lk_user_words lk_shell_words; lk_program=(bash "$LATCHKEY_FILES/launcher.sh" "${lk_words[@]}"); }
