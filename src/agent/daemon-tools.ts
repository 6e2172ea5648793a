import type { Config } from '../base/config.ts';
import type { Client } from '../client/client.ts';
import { describeTools } from '../tools/describe-tools.ts';
import { outcomeUnknown, type Tool } from './tool.ts';

export type DaemonToolsOptions = {
  readonly client: Pick<Client, 'tools'>;
  readonly config: Config;
  readonly session: string;
  readonly workdir: string;
  readonly env: Readonly<Record<string, string>>;
  /** Whether the conversation can be rung. Who cannot hear later is told to wait. */
  readonly hears: boolean;
};

/** `terminal`, `process`, `execute_code` and `wake`, as the daemon carries them out: each call once, by its id. */
export function daemonTools({ client, config, session, workdir, env, hears }: DaemonToolsOptions): Tool[] {
  return describeTools(config).map(({ name, description, inputSchema }) => ({
    name,
    description,
    inputSchema,
    // A script that was under way is not begun again.
    repeat: name === 'execute_code' ? 'never' : 'once',
    acts: (input) => acts(name, input),
    knownForMs: Math.min(config.callIdMs, config.historyMs),
    async execute(input, { id, isRepeat, signal }) {
      if (isRepeat && isCloseOfInput(input)) return outcomeUnknown;
      const call = {
        arguments: input ?? {},
        session_key: session,
        workdir,
        env,
        call_id: id,
        reach: hears ? ('subscribed' as const) : ('none' as const),
        acknowledges: true,
      };
      const { result, riding } = await client.tools.call(name, call, { signal });
      return {
        output: JSON.stringify(result),
        isError: 'error' in result && Boolean(result.error),
        told: riding,
      };
    },
  }));
}

/** A wake-up only speaks to the model itself. */
function acts(tool: string, input: unknown): boolean {
  if (tool === 'wake') return false;
  return tool !== 'process' || !LOOKS.has(actionOf(input));
}

const LOOKS: ReadonlySet<unknown> = new Set(['list', 'poll', 'log', 'wait', 'notify']);

function actionOf(input: unknown): unknown {
  return typeof input === 'object' && input !== null && 'action' in input ? input.action : undefined;
}

/** In a terminal the end of input is a character, which must not be typed twice. */
function isCloseOfInput(input: unknown): boolean {
  return actionOf(input) === 'close';
}
