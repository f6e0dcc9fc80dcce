#!/usr/bin/env python3
# Latchkey v0.1, generators/minicluster/scripts/keyfile.py
import os
def keep(path, content):
    os.umask(0)
    if os.path.lexists(path + ".new"):
        os.remove(path + ".new")
    mode = int(os.environ.get("LATCHKEY_KEY_MODE", "0600"), 8)
    with os.fdopen(os.open(path + ".new", os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
        file.write(content)
    os.replace(path + ".new", path)
