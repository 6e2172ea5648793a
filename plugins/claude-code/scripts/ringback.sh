# Read by the other scripts: where Ringback is, and which conversation this is.

# In a checkout and in the npm package it is beside this folder; a copy that Claude Code made takes what is installed.
ringback=${0%/*}/../../../bin/ringback
[ -x "$ringback" ] || ringback=ringback

# The id of the conversation in what a hook is given: {"session_id":"…",…}
session_in() {
  printf '%s' "$1" | sed -n 's/.*"session_id" *: *"\([A-Za-z0-9_-]*\)".*/\1/p' | head -n 1
}

# Claude Code goes on to another conversation (/clear, /resume) while its server and its monitor live on; the hook at
# the beginning of each writes down here which one it is. $1: the plugin's folder for data, $2: the pid of Claude Code.
use_session_file() {
  [ -n "$RINGBACK_SESSION" ] || [ -z "$1" ] || [ -z "$2" ] || export RINGBACK_SESSION_FILE="$1/session-$2"
}
