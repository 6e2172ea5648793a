/**
 * Ringback for pi (https://pi.dev): its tools, and a turn for the session when what was started with them has ended.
 *
 *   ln -s "$(npm root -g)/ringback/plugins/pi" ~/.pi/agent/extensions/ringback
 */
import type { AgentTool } from 'ringback/tools';
import { loadRingback } from './library.ts';
import { Line } from './line.ts';
import { customType } from './message.ts';
import type { Context, Pi } from './pi.ts';

type Session = {
  readonly key: string;
  readonly tools: readonly AgentTool[];
  /** None where pi ends with its answer: then what there is to tell rides on the next result. */
  readonly line: Line | undefined;
};

/** The session that was left for its fork: pi makes every session a new instance of its extensions. */
let forked: { readonly key: string; readonly file: string | undefined } | undefined;

export default async function ringback(pi: Pi): Promise<void> {
  const { Client, createTools, resolveHome, loadToolDefinitions } = loadRingback();
  const home = resolveHome();
  const client = new Client({ home });
  let session: Session | undefined;

  const open = (context: Context): Session => {
    const key = keyOf(context);
    const wakes = context.mode === 'tui' || context.mode === 'rpc';
    const tools = createTools({ client }, { session: key, workdir: context.cwd, wakes });
    const line = wakes ? new Line({ pi, client, context, key }) : undefined;
    return { key, tools, line };
  };

  pi.on('session_start', async ({ reason, previousSessionFile }, context) => {
    if (reason === 'fork' && forked?.file === previousSessionFile && forked)
      await client.session.move(forked.key, keyOf(context)).catch(() => {});
    forked = undefined;
    session = open(context);
  });

  pi.on('session_shutdown', async ({ reason }, context) => {
    const key = session?.key;
    session?.line?.close();
    session = undefined;
    if (key === undefined) return;
    if (reason === 'fork') forked = { key, file: context.sessionManager.getSessionFile() };
    // The user started afresh. One that is merely left for another hears when it is resumed.
    if (reason === 'new') await client.session.close(key).catch(() => {});
  });

  pi.on('input', async (_, context) => {
    if (!session) return;
    if (context.isIdle()) session.line?.onInput();
    // The user need not wait until a `wait` of the model's is over.
    else await client.session.interrupt(session.key).catch(() => {});
  });
  pi.on('agent_start', () => session?.line?.onRun());
  pi.on('message_end', ({ message }) => {
    if (message.customType === customType) session?.line?.onMessage(message.details);
  });
  pi.on('message_start', () => session?.line?.onGoingOn());
  pi.on('agent_end', () => session?.line?.onGoingOn());
  pi.on('agent_settled', () => session?.line?.onSettled());

  for (const { name, title, description, inputSchema } of await loadToolDefinitions(home)) {
    pi.registerTool({
      name,
      label: title,
      description,
      promptSnippet: title,
      parameters: inputSchema,
      async execute(_, given, signal) {
        const tool = session?.tools.find((one) => one.name === name);
        if (!tool) throw new Error('This session is over.');
        const result = await tool.execute(given, signal && { signal });
        return { content: [{ type: 'text', text: JSON.stringify(result) }], details: result };
      },
    });
  }
}

function keyOf({ sessionManager }: Context): string {
  return `pi:${sessionManager.getSessionId()}`;
}
