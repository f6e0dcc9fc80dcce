#!/bin/bash
# Latchkey v0.1, generators/minicluster/scripts/broker-interactive.sh
lk_interactive_program() { lk_start+=(-o-Sbroker.rc2_none); lk_prefix=(); }
