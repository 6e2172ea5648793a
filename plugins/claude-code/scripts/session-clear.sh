# SessionEnd by /clear: the user started afresh, and hears no more of what was started before.
. "${0%/*}/ringback.sh"
id=$(session_in "$(cat)")
[ -n "$id" ] && [ -z "$RINGBACK_SESSION" ] || exit 0
"$ringback" inbox --close --session "claude-code:$id" 2>/dev/null
exit 0
