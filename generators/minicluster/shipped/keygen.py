#!/usr/bin/env python3
# Latchkey v0.1, generators/minicluster/scripts/keygen.py
import base64, json, os, re, ssl, subprocess, sys, tempfile, time, traceback, urllib.request
from pathlib import Path
SECRET = os.environ.get("CURVE_SECRET", "")
ACCOUNT = Path("/var/run/secrets/kubernetes.io/serviceaccount")
# ships for: LATCHKEY_SERVICE_ACCOUNT
ACCOUNT = Path(os.environ.get("LATCHKEY_SERVICE_ACCOUNT", ACCOUNT))
# end
CURVE = rb'(?s)[ \t]name *= *".+[ \t]public-key *= *"[!-~]{40}".+[ \t]secret-key *= *"[!-~]{40}"'
LATE, ILL = (403, 404), (0, 408, 429, 500, 502, 503, 504)
REMEDY = "apply all objects of the set, and if it was rendered without a namespace, render it with --namespace "
def say(text):
    print("latchkey: " + text, file=sys.stderr, flush=True)
def fail(text, lasting=True):
    say("error: " + text)
    sys.exit(78 if lasting else 1)
def hide(kind, problem, trace):
    say("error: %s in line %d of keygen.py" % (kind.__name__, traceback.extract_tb(trace)[-1].lineno))
def account(name):
    return (ACCOUNT / name).read_text().strip()
def call(method, body):
    host, port = os.environ["KUBERNETES_SERVICE_HOST"], os.environ["KUBERNETES_SERVICE_PORT"]
    server = ("[%s]:%s" if ":" in host else "%s:%s") % (host, port)
    url = "https://%s/api/v1/namespaces/%s/secrets/%s" % (server, account("namespace"), SECRET)
    headers = {"Authorization": "Bearer " + account("token"), "Content-Type": "application/merge-patch+json"}
    asked = urllib.request.Request(url, body and json.dumps(body).encode(), headers, method=method)
    trust = ssl.create_default_context(cafile=str(ACCOUNT / "ca.crt"))
    return json.load(urllib.request.urlopen(asked, context=trust, timeout=30))
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
            remedy = ": " + REMEDY + account("namespace") if status in LATE else ""
            fail("no use of Secret %s: %s%s" % (SECRET, reason, remedy), status not in ILL)
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
# ships for: LATCHKEY_KEY_FILE
def keep(path, content):
    os.umask(0)
    if os.path.lexists(path + ".new"):
        os.remove(path + ".new")
    mode = int(os.environ.get("LATCHKEY_KEY_MODE", "0600"), 8)
    with os.fdopen(os.open(path + ".new", os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
        file.write(content)
    os.replace(path + ".new", path)
# end
sys.excepthook = hide
os.umask(0o077)
certificate = filled() if SECRET else fail("CURVE_SECRET is empty: it must name the Secret to fill")
# ships for: LATCHKEY_KEY_FILE
if os.environ.get("LATCHKEY_KEY_FILE"):
    keep(os.environ["LATCHKEY_KEY_FILE"], certificate)
# end
