#!/bin/bash
# Latchkey v0.1, generators/minicluster/scripts/broker-script.sh
lk_script_words() { if lk_for_shell "$1"; then lk_words=(bash $lk_flags "$1"); else lk_words=("$1"); fi; }
