# The MCP server. Claude Code itself started this.
. "${0%/*}/ringback.sh"
use_session_file "$CLAUDE_PLUGIN_DATA" "$PPID"
exec "$ringback" mcp
