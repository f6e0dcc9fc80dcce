#!/usr/bin/env python3
# keep.py: keeps the key in a file. keygen.py imports it in a plain Job, where the runner reads the file.
#
# Reads (environment):
#   LATCHKEY_KEY_MODE  mode of the file in octal, default 0600

import os


# Writes a file whose mode is right from its first byte, and gives it its name when it is whole.
def keep(path, content):
    os.umask(0)
    if os.path.lexists(path + ".new"):
        os.remove(path + ".new")
    mode = int(os.environ.get("LATCHKEY_KEY_MODE", "0600"), 8)
    with os.fdopen(os.open(path + ".new", os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
        file.write(content)
    os.replace(path + ".new", path)
