#!/bin/bash
# broker-submit.sh: makes a job of the user's command. Sourced by broker.sh on the lead, in submit mode. It sets lk_program,
# which submits the job and shows its output.
#
# A job may have tasks that end long before others. Flux would end such a job after 30 seconds (exit-timeout). A task that fails
# ends the job at once, because others may wait for this task for ever. Options of the user come later, and so win.
#
# Reads, besides what broker-command.sh reads:
#   LATCHKEY_SUBMIT  quoted words: flux submit and its options
#   LATCHKEY_REPEAT  how often the command runs, see repeat.sh; unset: once, without marks
# shellcheck disable=SC2034,SC2154 # names of other parts
# shellcheck source=broker-command.sh
. "$LATCHKEY_FILES/broker-command.sh"

eval "lk_submit=(${LATCHKEY_SUBMIT:-flux submit})"
[ "${lk_submit[*]:0:2}" != 'flux submit' ] || lk_submit=(flux submit -oexit-timeout=none -oexit-on-error "${lk_submit[@]:2}")
lk_user_words lk_job_words
lk_program=(bash "$LATCHKEY_FILES/attach.sh" "${lk_submit[@]}" "${lk_words[@]}")
# shellcheck source=broker-options.sh
[ ! -f "$LATCHKEY_FILES/broker-options.sh" ] || . "$LATCHKEY_FILES/broker-options.sh"
[ -z "${LATCHKEY_REPEAT:-}" ] || lk_program=(bash "$LATCHKEY_FILES/repeat.sh" "${lk_program[@]}")
