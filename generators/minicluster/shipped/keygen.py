#!/usr/bin/env python3
# Latchkey v0.1, generators/minicluster/scripts/keygen.py
import base64, json, os, re, ssl, subprocess, sys, tempfile, time, traceback, urllib.request
from pathlib import Path
SECRET = os.environ.get("CURVE_SECRET", "")
ACCOUNT = Path(os.environ.get("LATCHKEY_SERVICE_ACCOUNT", "/var/run/secrets/kubernetes.io/serviceaccount"))
CURVE = rb'(?s)[ \t]name *= *".+[ \t]public-key *= *"[!-~]{40}".+[ \t]secret-key *= *"[!-~]{40}"'
LATE, ILL = (403, 404), (0, 408, 429, 500, 502, 503, 504)
LASTING = 78
def say(text):
    print("latchkey: " + text, file=sys.stderr, flush=True)
def fail(text, lasting=True):
    say("error: " + text)
    sys.exit(LASTING if lasting else 1)
def hide(kind, problem, trace):
    say("error: %s in line %d of keygen.py" % (kind.__name__, traceback.extract_tb(trace)[-1].lineno))
def call(method, body):
    host, port = os.environ["KUBERNETES_SERVICE_HOST"], os.environ["KUBERNETES_SERVICE_PORT"]
    host, namespace = "[%s]" % host if ":" in host else host, (ACCOUNT / "namespace").read_text().strip()
    url = "https://%s:%s/api/v1/namespaces/%s/secrets/%s" % (host, port, namespace, SECRET)
    token = (ACCOUNT / "token").read_text().strip()
    headers = {"Authorization": "Bearer " + token, "Content-Type": "application/merge-patch+json"}
    asked = urllib.request.Request(url, body and json.dumps(body).encode(), headers, method=method)
    context = ssl.create_default_context(cafile=str(ACCOUNT / "ca.crt"))
    with urllib.request.urlopen(asked, context=context, timeout=30) as answer:
        return json.load(answer)
def patiently(method, body=None):
    end, pause = time.monotonic() + float(os.environ.get("LATCHKEY_KEY_SECONDS", "60")), 0.2
    while True:
        try:
            return call(method, body)
        except (OSError, ValueError) as problem:
            status = getattr(problem, "code", 0)
            reason = "HTTP status %d" % status if status else type(problem).__name__
        if status == 409:
            return None
        if status not in LATE + ILL or time.monotonic() + pause > end:
            if status in LATE:
                reason += ": apply all objects of the set, and if it was rendered without a namespace, render it with --namespace "
                reason += (ACCOUNT / "namespace").read_text().strip()
            fail("no use of Secret %s: %s" % (SECRET, reason), status not in ILL)
        say("waiting for Secret %s: %s" % (SECRET, reason))
        time.sleep(pause)
        pause = min(pause * 2, 5)
def certificate_of(secret):
    found = base64.b64decode((secret.get("data") or {}).get("curve.cert") or "")
    if found and not re.search(CURVE, found):
        fail("Secret %s holds no CURVE certificate in curve.cert: empty the Secret, or put there what flux keygen writes" % SECRET)
    return found
def new_certificate():
    with tempfile.TemporaryDirectory(prefix="latchkey-") as folder:
        status = subprocess.call(["flux", "keygen", folder + "/curve.cert"], stdout=subprocess.DEVNULL)
        if status != 0:
            fail("flux keygen ended with status %d" % status, status > 0)
        return base64.b64encode(Path(folder, "curve.cert").read_bytes()).decode()
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
sys.excepthook = hide
os.umask(0o077)
certificate = filled() if SECRET else fail("CURVE_SECRET is empty: it must name the Secret to fill")
if os.environ.get("LATCHKEY_KEY_FILE"):
    import keyfile
    keyfile.keep(os.environ["LATCHKEY_KEY_FILE"], certificate)
