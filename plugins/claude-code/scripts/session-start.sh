# SessionStart: writes down which conversation it is.
. "${0%/*}/ringback.sh"
id=$(session_in "$(cat)")
use_session_file "$CLAUDE_PLUGIN_DATA" "$CLAUDE_PID"
[ -n "$id" ] && [ -n "$RINGBACK_SESSION_FILE" ] || exit 0
mkdir -p "$CLAUDE_PLUGIN_DATA"
for file in "$CLAUDE_PLUGIN_DATA"/*-[0-9]*; do
  kill -0 "${file##*-}" 2>/dev/null || rm -f "$file"
done
echo "claude-code:$id" >"$RINGBACK_SESSION_FILE.new" && mv "$RINGBACK_SESSION_FILE.new" "$RINGBACK_SESSION_FILE"
exit 0
