# Each thing there is to tell becomes an event of this monitor. $1: the plugin's folder for data.
. "${0%/*}/ringback.sh"
command -v "$ringback" >/dev/null || {
  echo "The ringback plugin does not find the ringback command. Tell the user: install it (README of Ringback, \"Install it\"), and start Claude Code where it is on the PATH"
  exit 0
}
use_session_file "$1" "$CLAUDE_PID"
mkdir -p "$1"
if [ -n "$RINGBACK_SESSION_FILE" ]; then
  # Without the hook that writes it there is only the conversation that it began with.
  [ -s "$RINGBACK_SESSION_FILE" ] || echo "claude-code:$CLAUDE_CODE_SESSION_ID" >"$RINGBACK_SESSION_FILE"
else
  export RINGBACK_SESSION="${RINGBACK_SESSION:-claude-code:$CLAUDE_CODE_SESSION_ID}"
fi

# While this runs, the hook at the end of each turn has nothing to do.
[ -z "$1" ] || [ -z "$CLAUDE_PID" ] || echo $$ >"$1/monitor-$CLAUDE_PID"

# Claude Code does not start a monitor again, and its end is a turn of its own: this one ends with Claude Code alone.
while :; do
  "$ringback" inbox --follow --monitor ${CLAUDE_PID:+--pid "$CLAUDE_PID"} 2>/dev/null
  case $? in
    0) exit 0 ;;
    2)
      echo "The ringback command is too old for the ringback plugin. Tell the user: install both from the same version of Ringback (its README, \"Install it\")"
      exit 0
      ;;
    134 | 135 | 137 | 139) sleep 1 ;;
    *) sleep 10 ;;
  esac
done
