import type { Tool as McpTool } from '@modelcontextprotocol/client';
import type { McpServerEntry } from '../../base/config.ts';
import { isObject } from '../../base/is-object.ts';
import type { Redactor } from '../../redact/redactor.ts';
import type { Call, Outcome, Tool } from '../tool.ts';
import { NoAnswer, NotThere, Refused } from './errors.ts';
import { describeTool } from './offered-tool.ts';
import { toOutcome } from './outcome.ts';
import type { Server } from './server.ts';
import { toolName } from './tool-names.ts';

const TIMEOUT_SECONDS = 300;
/** Of one server. A model that is given too many finds none. */
const MOST_TOOLS = 100;

export type ServerContext = {
  /** As it is called in the configuration. */
  readonly name: string;
  readonly entry: McpServerEntry;
  readonly server: Server;
  readonly redactor: Redactor;
  readonly outputCharacters: number;
};

/** The tools that a server has, as tools of the agent. Names in `taken` are not used, and those that are, are added. */
export function toTools(found: readonly McpTool[], context: ServerContext, taken: Set<string>): Tool[] {
  const { entry, name: server, redactor } = context;
  const known = new Set<string>();
  const tools = found.slice(0, MOST_TOOLS).flatMap((one) => {
    if (known.has(one.name) || (entry.tools && !entry.tools.includes(one.name))) return [];
    known.add(one.name);
    const described = describeTool(one, server, (text) => redactor.redact(text));
    if (!described) return [];
    const name = toolName(server, one.name, taken);
    taken.add(name);
    const { readOnlyHint, idempotentHint } = one.annotations ?? {};
    const repeat = readOnlyHint || idempotentHint ? ('harmless' as const) : ('never' as const);
    const execute = (input: unknown, call: Call) => carryOut(one.name, repeat, input, call, context);
    return [{ name, ...described, repeat, acts: () => !readOnlyHint, execute }];
  });
  return tools;
}

async function carryOut(
  tool: string,
  repeat: Tool['repeat'],
  input: unknown,
  { signal }: Call,
  { name, entry, server, redactor, outputCharacters }: ServerContext,
): Promise<Outcome> {
  if (!isObject(input)) return { output: 'The arguments must be an object.', isError: true };
  const timeoutMs = (entry.timeoutSeconds ?? TIMEOUT_SECONDS) * 1000;
  try {
    const result = await server.call(tool, input, { signal, timeoutMs, mayRepeat: repeat === 'harmless' });
    return toOutcome(result, {
      characters: outputCharacters,
      redact: (text, isOpen) => redactor.redact(text, { isOpen }),
    });
  } catch (error) {
    const why = redactor.redact(error instanceof Error ? error.message : '');
    if (error instanceof Refused) return { output: why, isError: true };
    if (error instanceof NotThere)
      return { output: `The server ${name} is not there: ${why}. Nothing was done.`, isError: true };
    if (error instanceof NoAnswer) return noAnswer(name, why, repeat);
    throw error;
  }
}

function noAnswer(server: string, why: string, repeat: Tool['repeat']): Outcome {
  const output =
    repeat === 'harmless'
      ? `The server ${server} gave no answer: ${why}.`
      : `OUTCOME UNKNOWN: the server ${server} gave no answer: ${why}. The call may or may not have taken effect, and was not repeated. Look before you do it again.`;
  return { output, isError: true };
}
