#!/usr/bin/env python3
"""Fills the Secret of a MiniCluster with a CURVE certificate, unless it is filled already.

Safe to run again and against a second writer: the Secret's resourceVersion goes with the patch, so the API server
refuses (409) to overwrite what another one has written since, and that is then read instead. The key is printed
nowhere: neither it nor the API server's answers are part of any message, and errors are told without their values.

The status is LASTING after an error that another try does not remove. The job then fails at once.

Reads (environment):
  CURVE_SECRET              name of the Secret; its key is curve.cert
  LATCHKEY_KEY_FILE         a file that shall hold the certificate too; unset: none
  LATCHKEY_KEY_MODE         its mode in octal, from its first byte, default 0600
  LATCHKEY_SERVICE_ACCOUNT  folder with token, namespace and ca.crt, default where Kubernetes mounts it
  LATCHKEY_KEY_SECONDS      how long to wait for the API server, the Secret and the right to use it, default 60
  KUBERNETES_SERVICE_HOST, KUBERNETES_SERVICE_PORT, TMPDIR
"""

import base64
import json
import os
import re
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

KEY = "curve.cert"
ACCOUNT = os.environ.get("LATCHKEY_SERVICE_ACCOUNT", "/var/run/secrets/kubernetes.io/serviceaccount")
CONFLICT = 409
# The Secret and the role may be applied after the job that needs them.
LATE = (403, 404)
PASSING = LATE + (408, 429, 500, 502, 503, 504)
LASTING = 78  # EX_CONFIG of sysexits.h, the same as in keygen.sh


class Failure(Exception):
    """An error whose text is fit to be printed. A lasting one stays as it is if the job tries again."""

    def __init__(self, text, lasting=True):
        super().__init__(text)
        self.status = LASTING if lasting else 1


def say(text):
    print("latchkey: " + text, file=sys.stderr, flush=True)


def account(name):
    with open(os.path.join(ACCOUNT, name), encoding="utf-8") as file:
        return file.read().strip()


def call(method, body=None):
    """One request for the Secret; the answer is the Secret."""
    host = os.environ["KUBERNETES_SERVICE_HOST"]
    url = "https://%s:%s/api/v1/namespaces/%s/secrets/%s" % (
        "[%s]" % host if ":" in host else host,
        os.environ["KUBERNETES_SERVICE_PORT"],
        account("namespace"),
        os.environ["CURVE_SECRET"],
    )
    headers = {"Authorization": "Bearer " + account("token"), "Content-Type": "application/merge-patch+json"}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, headers, method=method)
    context = ssl.create_default_context(cafile=os.path.join(ACCOUNT, "ca.crt"))
    with urllib.request.urlopen(request, context=context, timeout=30) as answer:
        return json.load(answer)


def refusal(reason):
    """The message for a Secret that cannot be used, with what to do about it."""
    text = "no use of Secret %s: %s" % (os.environ["CURVE_SECRET"], reason)
    if reason in ["HTTP status %d" % code for code in LATE]:
        text += (": apply all objects of the set, and if it was rendered without a namespace, render it with --namespace %s"
                 % account("namespace"))
    return text


def patiently(action):
    """Calls the action until it works, the time is over, or an error will not pass."""
    end = time.monotonic() + float(os.environ.get("LATCHKEY_KEY_SECONDS", "60"))
    pause, told = 0.2, None
    while True:
        try:
            return action()
        except urllib.error.HTTPError as error:
            reason, passes = "HTTP status %d" % error.code, error.code in PASSING
            lasting = error.code in LATE or not passes
            if error.code == CONFLICT:
                raise
        except (OSError, ValueError) as error:
            reason, passes, lasting = type(error).__name__, True, False
        if not passes or time.monotonic() + pause > end:
            raise Failure(refusal(reason), lasting)
        if reason != told:
            say("waiting for Secret %s: %s" % (os.environ["CURVE_SECRET"], reason))
        told = reason
        time.sleep(pause)
        pause = min(pause * 2, 5)


# The lines that brokers need of a certificate, see flux-framework/flux-core, src/common/libzmqutil/cert.c.
LINES = (rb'name *= *".+"', rb'public-key *= *"[!-~]{40}"', rb'secret-key *= *"[!-~]{40}"')


def certificate_of(secret):
    """The certificate in a Secret, or nothing when it is not filled."""
    found = base64.b64decode((secret.get("data") or {}).get(KEY) or "")
    if found and not all(re.search(rb"(?m)^[ \t]+" + line + rb"[ \t\r]*$", found) for line in LINES):
        raise Failure("Secret %s holds no CURVE certificate in %s: empty the Secret, or put there what flux keygen writes"
                      % (os.environ["CURVE_SECRET"], KEY))
    return found


def new_certificate():
    """A fresh certificate, made by flux keygen in a folder that nobody else can enter and that is removed again."""
    os.umask(0o077)
    with tempfile.TemporaryDirectory(prefix="latchkey-") as folder:
        path = os.path.join(folder, KEY)
        made = subprocess.run(["flux", "keygen", path], stdout=subprocess.DEVNULL, check=False)
        if made.returncode != 0:
            raise Failure("flux keygen ended with status %d" % made.returncode, lasting=made.returncode > 0)
        with open(path, "rb") as file:
            return file.read()


def fill(secret):
    """Puts a fresh certificate into an empty Secret and returns what the Secret holds then."""
    certificate = new_certificate()
    patch = {
        "metadata": {"resourceVersion": secret["metadata"]["resourceVersion"]},
        "data": {KEY: base64.b64encode(certificate).decode()},
    }
    try:
        filled = certificate_of(patiently(lambda: call("PATCH", patch)))
        say("made a key and put it into Secret %s" % os.environ["CURVE_SECRET"])
        return filled
    except urllib.error.HTTPError:  # the conflict: somebody changed the Secret meanwhile
        return b""


def certificate():
    if not os.environ.get("CURVE_SECRET"):
        raise Failure("CURVE_SECRET is empty: it must name the Secret to fill")
    for _ in range(20):
        secret = patiently(lambda: call("GET"))
        found = certificate_of(secret)
        if found:
            say("Secret %s is filled" % os.environ["CURVE_SECRET"])
            return found
        found = fill(secret)
        if found:
            return found
    raise Failure("Secret %s changes all the time and is never filled" % os.environ["CURVE_SECRET"], lasting=False)


def write(path, content):
    """Writes a file whose mode is right from its first byte, and gives it its name when it is whole."""
    mode = int(os.environ.get("LATCHKEY_KEY_MODE", "0600"), 8)
    os.umask(0)
    if os.path.lexists(path + ".new"):
        os.remove(path + ".new")
    with os.fdopen(os.open(path + ".new", os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
        file.write(content)
    os.replace(path + ".new", path)


def main():
    if not os.environ.get("CURVE_SECRET"):
        raise Failure("CURVE_SECRET is empty: it must name the Secret")
    found = certificate()
    path = os.environ.get("LATCHKEY_KEY_FILE")
    if path:
        write(path, found)


if __name__ == "__main__":
    try:
        main()
    except Failure as failure:
        say("error: %s" % failure)
        sys.exit(failure.status)
    except Exception as error:  # its text and its traceback could hold the key
        where = error.__traceback__
        while where.tb_next:
            where = where.tb_next
        sys.exit("latchkey: error: %s in line %d of keygen.py" % (type(error).__name__, where.tb_lineno))
