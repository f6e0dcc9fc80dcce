#!/usr/bin/env python3
# keygen.py: fills the Secret of a MiniCluster with a CURVE certificate, unless it is filled already.
#
# Safe to run again and against a second writer: the Secret's resourceVersion goes with the patch, so the API server
# refuses (409) to overwrite what another one has written since, and that is then read instead. The key is printed
# nowhere: neither it nor the API server's answers are part of any message, and errors are told without their values.
#
# The status is 78 after an error that another try does not remove. The job then fails at once.
#
# Reads (environment), besides what server.py reads:
#   CURVE_SECRET       name of the Secret; its key is curve.cert
#   LATCHKEY_KEY_FILE  a file that shall hold the certificate too, in a plain Job; unset: none
#   TMPDIR             folder for the key while it is made, default /dev/shm, which is in memory

import base64, os, re, shutil, subprocess, tempfile, time
from pathlib import Path
from server import REMEDY, SECONDS, account, call, fail, reason_of, say

SECRET = os.environ.get("CURVE_SECRET", "")
# The lines that brokers need of a certificate, see flux-framework/flux-core, src/common/libzmqutil/cert.c.
CURVE = rb'(?s)[ \t]name *= *".+[ \t]public-key *= *"[!-~]{40}".+[ \t]secret-key *= *"[!-~]{40}"'
# The Secret and the role may be applied after this job. The status 0 is an error of the network.
LATE, ILL = (403, 404), (0, 408, 429, 500, 502, 503, 504)


# Calls until it works, the time is over, or an error will not pass. The answer to a conflict is nothing.
def patiently(method, body=None):
    end, pause = time.monotonic() + SECONDS, 0.2
    while True:
        try:
            return call(method, "api/v1", "secrets", SECRET, body)
        except (OSError, ValueError) as problem:
            status, reason = reason_of(problem)
        if status == 409:
            return None
        if status not in LATE + ILL or time.monotonic() + pause > end:
            remedy = ": " + REMEDY + account("namespace") if status in LATE else ""
            fail("cannot use the Secret %s: %s%s" % (SECRET, reason, remedy), status not in ILL)
        say("waiting for Secret %s: %s" % (SECRET, reason))
        time.sleep(pause)
        pause = min(pause * 2, 5)


# The certificate in a Secret, or nothing when it is not filled.
def certificate_of(secret):
    found = base64.b64decode((secret.get("data") or {}).get("curve.cert") or "")
    if found and not re.search(CURVE, found):
        fail("Secret %s holds no CURVE certificate in curve.cert: empty the Secret, or put there what flux keygen writes" % SECRET)
    return found


# A fresh certificate, made by flux keygen in a folder that nobody else can enter and that is removed again.
def new_certificate():
    with tempfile.TemporaryDirectory(prefix="latchkey-", dir=os.environ.get("TMPDIR", "/dev/shm")) as folder:
        status = subprocess.call(["flux", "keygen", folder + "/curve.cert"], stdout=subprocess.DEVNULL)
        if status != 0:
            fail("flux keygen ended with status %d" % status, status > 0)
        return base64.b64encode(Path(folder, "curve.cert").read_bytes()).decode()


# The certificate in the Secret once it is filled.
def filled():
    for _ in range(20):
        secret, did = patiently("GET"), "Secret %s is filled"
        if not certificate_of(secret):
            version = {"resourceVersion": secret["metadata"]["resourceVersion"]}
            secret = patiently("PATCH", {"metadata": version, "data": {"curve.cert": new_certificate()}})
            did = "made a key and put it into Secret %s"
        if secret:
            say(did % SECRET)
            return certificate_of(secret)
    fail("Secret %s changes all the time and is never filled" % SECRET, lasting=False)


os.umask(0o077)
if not shutil.which("flux"):
    fail("there is no flux in this image, so no key can be made")
certificate = filled() if SECRET else fail("CURVE_SECRET is empty: it must name the Secret to fill")
if os.environ.get("LATCHKEY_KEY_FILE"):
    from keep import keep

    keep(os.environ["LATCHKEY_KEY_FILE"], certificate)
