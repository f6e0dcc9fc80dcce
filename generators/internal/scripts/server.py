#!/usr/bin/env python3
# server.py: asks the API server, with the service account of the pod. keygen.py and turn.py import it.
#
# Neither the token nor an answer of the API server is part of any message, and errors are told without their values.
#
# Reads (environment):
#   LATCHKEY_SERVICE_ACCOUNT  folder with token, namespace and ca.crt, default where Kubernetes mounts it
#   LATCHKEY_RIGHT_SECONDS    how long to wait for the right to use an object, and for the object, default 60
#   KUBERNETES_SERVICE_HOST, KUBERNETES_SERVICE_PORT

import json, os, ssl, sys, traceback, urllib.request
from pathlib import Path

ACCOUNT = Path(os.environ.get("LATCHKEY_SERVICE_ACCOUNT", "/var/run/secrets/kubernetes.io/serviceaccount"))
SECONDS = float(os.environ.get("LATCHKEY_RIGHT_SECONDS", "60"))
REMEDY = "apply all objects of the set, and if it was rendered without a namespace, render it with --namespace "


def say(text):
    print("latchkey: " + text, file=sys.stderr, flush=True)


def fail(text, lasting=True):
    say("error: " + text)
    sys.exit(78 if lasting else 1)  # EX_CONFIG of sysexits.h, the same as in python.sh


# Takes the place of a traceback, which could hold the key.
def hide(kind, problem, trace):
    place = traceback.extract_tb(trace)[-1]
    say("error: %s in line %d of %s" % (kind.__name__, place.lineno, Path(place.filename).name))


# A file of the service account.
def account(name):
    return (ACCOUNT / name).read_text().strip()


# One request for an object of the namespace, below a path such as api/v1. It raises OSError or ValueError.
def call(method, api, kind, name, body=None):
    host, port = os.environ["KUBERNETES_SERVICE_HOST"], os.environ["KUBERNETES_SERVICE_PORT"]
    server = ("[%s]:%s" if ":" in host else "%s:%s") % (host, port)
    url = "https://%s/%s/namespaces/%s/%s/%s" % (server, api, account("namespace"), kind, name)
    headers = {"Authorization": "Bearer " + account("token"), "Content-Type": "application/merge-patch+json"}
    asked = urllib.request.Request(url, body and json.dumps(body).encode(), headers, method=method)
    trust = ssl.create_default_context(cafile=str(ACCOUNT / "ca.crt"))
    with urllib.request.urlopen(asked, context=trust, timeout=30) as answer:
        return json.load(answer)


# The status of an answer, 0 for an error of the network, and words for it.
def reason_of(problem):
    status = getattr(problem, "code", 0)
    return status, "HTTP status %d" % status if status else type(problem).__name__


sys.excepthook = hide
