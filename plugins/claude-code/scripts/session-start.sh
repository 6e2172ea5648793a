# SessionStart: writes down which conversation it is.
. "${0%/*}/ringback.sh"
input=$(cat)
id=$(session_in "$input")
use_session_file "$CLAUDE_PLUGIN_DATA" "$CLAUDE_PID"
[ -n "$id" ] && [ -n "$RINGBACK_SESSION_FILE" ] || exit 0

mkdir -p "$CLAUDE_PLUGIN_DATA"
for file in "$CLAUDE_PLUGIN_DATA"/*-*[0-9]; do
  kill -0 "${file##*-}" 2>/dev/null || rm -f "$file"
done
last=$(cat "$RINGBACK_SESSION_FILE" 2>/dev/null)
echo "claude-code:$id" >"$RINGBACK_SESSION_FILE.new" && mv "$RINGBACK_SESSION_FILE.new" "$RINGBACK_SESSION_FILE"

# After /clear the user started afresh, and hears no more of what was started before. Hooks at the end of a conversation
# are given too little time for this.
case $input in
  *'"source":"clear"'* | *'"source": "clear"'*)
    [ -z "$last" ] || "$ringback" inbox --close --session "$last" >/dev/null 2>&1 &
    ;;
esac
exit 0
