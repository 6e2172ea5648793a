/**
 * opencode serves all its sessions over one MCP connection and does not say whose call it is. This plugin does, so that
 * each session sees its own processes and hears what became of them. In opencode.json:
 *
 *   "plugin": ["file:///…/ringback/plugins/opencode/ringback.ts"]
 */
type Call = { readonly tool: string; readonly sessionID: string };

/** opencode puts the name of the server before that of the tool. */
const ringbackTool = /^ringback_(terminal|process|execute_code)$/;

export const Ringback = async () => ({
  // A plugin reaches a call's arguments, not its metadata. Ringback takes this one out again.
  'tool.execute.before': async (call: Call, { args }: { readonly args: Record<string, unknown> }) => {
    if (ringbackTool.test(call.tool)) args.ringback_session = call.sessionID;
  },
});
