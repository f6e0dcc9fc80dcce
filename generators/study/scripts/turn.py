#!/usr/bin/env python3
# turn.py: waits for the turn of a set of a study, in a small pod of the set.
#
# The turn has come when fewer than LATCHKEY_PARALLEL sets count: those before this set that have not ended, and those behind
# it that run. A set that has failed has ended, and so has one that was there and is deleted. When it is there again, it
# counts again. A set that was never there is waited for, because all sets are applied one after the other. After a while it
# counts as deleted.
#
# It asks the API server for the JobSets of the study one by one, which is all that it may do. The more sets are known to end first,
# the later it asks again. It asks for as long as the API server is ill. Without its right it ends after a minute, with the status 78: the set then fails at once.
#
# Reads (environment), besides what server.py reads:
#   LATCHKEY_FILES             folder of these scripts and of the list of sets
#   LATCHKEY_TURN_OF           name of the JobSet
#   LATCHKEY_RENDERED          its name in the list; an overlay may put a prefix and a suffix around all names
#   LATCHKEY_PARALLEL          number of sets that run at a time
#   LATCHKEY_PAUSE_SECONDS     time between two looks of the set that is next, default 2
#   LATCHKEY_PATIENCE_SECONDS  how long to wait for sets that are not there, default 20; 0.2 more for each set of the list

import os, signal, time
from pathlib import Path
from server import REMEDY, SECONDS, account, call, fail, reason_of, say

SET, RENDERED = os.environ["LATCHKEY_TURN_OF"], os.environ["LATCHKEY_RENDERED"]
PARALLEL = int(os.environ["LATCHKEY_PARALLEL"])
PAUSE = float(os.environ.get("LATCHKEY_PAUSE_SECONDS", "2"))
PATIENCE = float(os.environ.get("LATCHKEY_PATIENCE_SECONDS", "20"))
WAITS, RUNS, ENDED = "waits", "runs", "has ended"
MORE, LONGEST = 20, 300  # how many more sets a look asks for, and how many seconds are between two looks at most
states, began = {}, time.monotonic()


# The names of all sets in their order. A study may get more sets meanwhile.
def listed():
    before, found, after = SET.partition(RENDERED)
    if not found:
        fail("the set is called %s, and was rendered as %s: overlays may only add a prefix and a suffix to the names of sets of a study" % (SET, RENDERED))
    return [before + name + after for name in Path(os.environ["LATCHKEY_FILES"], "sets").read_text().split()]


# Asks for a set and notes its state.
def ask(name, patient):
    try:
        status = call("GET", "apis/jobset.x-k8s.io/v1alpha2", "jobsets", name).get("status") or {}
    except OSError as problem:
        if getattr(problem, "code", 0) != 404:
            raise
        gone = name in states or not patient
        if gone:
            states[name] = ENDED
        return
    if status.get("terminalState"):
        states[name] = ENDED
    else:
        started = [job for job in status.get("replicatedJobsStatus") or [] if job["name"] == "turn" and job.get("succeeded")]
        states[name] = RUNS if started else WAITS


# How many sets have to end before the turn comes, as far as it is known, and after how many seconds more may be known. It asks only
# for those that counted when they were asked for last, until there are PARALLEL. When there are fewer, it asks for all. Sets that were
# never there count as long as they are waited for. After that each look asks for some more sets, and only those count that are known.
def before():
    names = listed()
    patient = max(0, began + PATIENCE + 0.2 * len(names) - time.monotonic())
    here = names.index(SET) if SET in names else len(names)  # a set that is not in the list any more is the last one
    earlier = dict.fromkeys(names[:here])
    others = [name for name in names if name != SET]

    def counts(name):
        state = states.get(name, WAITS)
        return state == RUNS or state == WAITS and name in earlier

    for some in [list(filter(counts, others)), others]:
        count = 0
        for name in some:
            ask(name, patient)
            count += counts(name)
            if count < PARALLEL:
                continue
            for unknown in [name for name in earlier if name not in states][: 0 if patient else MORE]:
                ask(unknown, patient)
            known = [name for name in others if patient or name in states]
            return max(1, sum(map(counts, known)) - PARALLEL + 1), patient or LONGEST
    return 0, 0


def wait():
    said, right = "", time.monotonic()
    while True:
        left, most = 1, LONGEST
        try:
            left, most = before()
            right, words = time.monotonic(), "sets that are to end first: at least %d" % left
        except (OSError, ValueError) as problem:
            status, reason = reason_of(problem)
            words = "asking again: " + reason
            if status in (401, 403) and time.monotonic() > right + SECONDS:
                fail("cannot ask for the sets of the study: %s: %s%s" % (reason, REMEDY, account("namespace")))
        if left == 0:
            return say("it is the turn of " + SET)
        if words != said:
            say(words)
            said = words
        time.sleep(min(most, PAUSE * left))


signal.signal(signal.SIGTERM, lambda *_: os._exit(143))  # the first process of a container has no default for it
wait()
