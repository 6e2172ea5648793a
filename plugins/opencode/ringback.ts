/**
 * opencode serves all its sessions over one MCP connection and does not say whose call it is. This plugin does, so that
 * each session sees its own processes; and it says where opencode can be reached, so that the session gets a new turn when
 * one of them ends. In opencode.json:
 *
 *   "plugin": ["file:///…/ringback/plugins/opencode/ringback.ts"]
 */
import { type Client, openRelay } from './relay.ts';

type Input = { readonly serverUrl: URL; readonly directory: string; readonly client: Client };
type Part = { readonly tool?: string; readonly state?: { readonly input?: Record<string, unknown> } };
type Messages = { readonly messages: readonly { readonly parts: readonly Part[] }[] };
type Call = { readonly tool: string; readonly sessionID: string };

/** opencode puts the name of the server before that of the tool. */
const ringbackTool = /^ringback_(terminal|process|execute_code|wake|delegate)$/;

export const Ringback = async (input: Input) => {
  const ringer = await wayBack(input);
  return {
    // A plugin reaches a call's arguments, not its metadata. Ringback takes these out again.
    'tool.execute.before': async (call: Call, { args }: { readonly args: Record<string, unknown> }) => {
      if (!ringbackTool.test(call.tool)) return;
      args.ringback_session = call.sessionID;
      args.ringback_ringer = ringer;
    },
    // opencode keeps them with the conversation, where they are of no use to the model.
    'experimental.chat.messages.transform': async (_: unknown, { messages }: Messages) => {
      for (const { tool, state } of messages.flatMap(({ parts }) => parts)) {
        if (!tool || !state?.input || !ringbackTool.test(tool)) continue;
        delete state.input.ringback_session;
        delete state.input.ringback_ringer;
      }
    },
  };
};

/** No secrets: opencode keeps a call's arguments with the conversation, and shows them to the model. */
async function wayBack({ serverUrl, directory, client }: Input): Promise<object | undefined> {
  // `opencode run` goes when it has answered.
  if (process.argv[2] === 'run') return undefined;
  if (isOpen(serverUrl)) return { url: ownAddress(serverUrl), directory };
  try {
    return { socket: await openRelay({ directory, client }), directory };
  } catch {
    return undefined;
  }
}

/** A window without a port says localhost:4096 all the same, where nobody is, or somebody else. */
function isOpen({ host }: URL): boolean {
  return host !== 'localhost:4096' && !process.env.OPENCODE_SERVER_PASSWORD;
}

/** One that listens everywhere listens here, too. */
function ownAddress({ origin }: URL): string {
  return origin.replace('//0.0.0.0', '//127.0.0.1').replace('//[::]', '//[::1]');
}
