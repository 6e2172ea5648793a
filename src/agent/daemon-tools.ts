import type { Config } from '../base/config.ts';
import type { Client } from '../client/client.ts';
import { describeTools } from '../tools/describe-tools.ts';
import { delegateArguments } from './delegate-arguments.ts';
import { type Elsewhere, withPlace } from './elsewhere.ts';
import { outcomeUnknown, type Tool } from './tool.ts';

export type DaemonToolsOptions = {
  readonly client: Pick<Client, 'tools'>;
  readonly config: Config;
  readonly session: string;
  readonly workdir: string;
  readonly env: Readonly<Record<string, string>>;
  /** Whether the conversation can be rung. Who cannot hear later is told to wait. */
  readonly hears: boolean;
  /** What delegates have: the variables with keys of models, and whom they ask when nobody says. */
  readonly delegates?: { readonly env: Readonly<Record<string, string>>; model(): string };
  readonly elsewhere?: Elsewhere | undefined;
};

/** `terminal`, `process`, `execute_code`, `wake` and `delegate`, as the daemon carries them out: each call once, by its id. */
export function daemonTools(options: DaemonToolsOptions): Tool[] {
  const { client, config, session, workdir, env, hears, delegates, elsewhere } = options;
  const argumentsOf = (name: string, input: unknown): unknown => {
    const placed = withPlace(name, input, elsewhere);
    return isDelegate(name) ? delegateArguments(placed, delegates?.model()) : placed;
  };
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
        arguments: argumentsOf(name, input) ?? {},
        session_key: session,
        workdir,
        env: isDelegate(name) ? (delegates?.env ?? env) : env,
        call_id: id,
        reach: hears ? ('subscribed' as const) : ('none' as const),
        acknowledges: true,
      };
      const { result, riding } = await client.tools.call(name, call, { signal });
      return {
        output: JSON.stringify(result),
        isError: 'error' in result && Boolean(result.error),
        told: riding,
        ...(name === 'terminal' && typeof result.cwd === 'string' && { cwd: result.cwd }),
      };
    },
  }));
}

/** A wake-up only speaks to the model itself. */
function acts(tool: string, input: unknown): boolean {
  if (tool === 'wake') return false;
  const looks = isDelegate(tool) ? DELEGATE_LOOKS : LOOKS;
  return (tool !== 'process' && !isDelegate(tool)) || !looks.has(actionOf(input));
}

const LOOKS: ReadonlySet<unknown> = new Set(['list', 'poll', 'log', 'wait', 'notify']);
const DELEGATE_LOOKS: ReadonlySet<unknown> = new Set(['list', 'look']);

function isDelegate(tool: string): boolean {
  return tool === 'delegate';
}

function actionOf(input: unknown): unknown {
  return typeof input === 'object' && input !== null && 'action' in input ? input.action : undefined;
}

/** In a terminal the end of input is a character, which must not be typed twice. */
function isCloseOfInput(input: unknown): boolean {
  return actionOf(input) === 'close';
}
