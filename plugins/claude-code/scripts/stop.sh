# Stop, as a hook that wakes: where no monitor listens, the first of these does. Exit code 2 is a new turn, with stderr.
. "${0%/*}/ringback.sh"
# `claude -p` waits for its hooks, and would not end.
case $CLAUDE_CODE_ENTRYPOINT in sdk-*) exit 0 ;; esac
monitor=$(cat "$CLAUDE_PLUGIN_DATA/monitor-$CLAUDE_PID" 2>/dev/null)
[ -z "$monitor" ] || ! kill -0 "$monitor" 2>/dev/null || exit 0

id=$(session_in "$(cat)")
use_session_file "$CLAUDE_PLUGIN_DATA" "$CLAUDE_PID"
[ -s "$RINGBACK_SESSION_FILE" ] || export RINGBACK_SESSION="${RINGBACK_SESSION:-claude-code:$id}"
exec 3>&2 2>/dev/null
while :; do
  "$ringback" inbox --once --if-unheard ${CLAUDE_PID:+--pid "$CLAUDE_PID"} >&3
  case $? in
    0) exit 2 ;;
    # Killed: there may be no other stop to start one again.
    134 | 135 | 137 | 139) sleep 1 ;;
    *) exit 0 ;;
  esac
done
