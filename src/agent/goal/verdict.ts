import * as z from 'zod/mini';
import { described } from '../../base/schema.ts';
import { toInputSchema } from '../../tools/definition.ts';
import type { ModelStep, OfferedTool } from '../model.ts';
import type { Target, Verdict } from './target.ts';

export const VERDICT_TOOL = 'verdict';
const LONGEST_REASON = 1_000;

const schema = z.object({
  verdict: described(z.enum(['done', 'continue', 'wait']), 'Whether the goal is reached.'),
  reason: described(z.string(), 'One sentence: what shows that it is done, what is missing, or why to wait.'),
  process: z.nullish(described(z.string(), 'Of wait: the id of a running process (proc_…).')),
  wake_up: z.nullish(described(z.string(), 'Of wait: the id of a pending wake-up (wake_…).')),
  seconds: z.nullish(
    described(z.number(), 'Of wait: for so many seconds, where there is nothing to wait for by name.'),
  ),
});

/** How the judge answers. */
export const verdictTool: OfferedTool = {
  name: VERDICT_TOOL,
  description: 'Your verdict. Call it exactly once.',
  inputSchema: toInputSchema(schema),
};

const unreadable: Verdict = { verdict: 'continue', reason: 'The judge gave no verdict that could be read.' };

/**
 * A verdict is one call, or an answer that is nothing but its JSON: a verdict that is only quoted, out of what a process has
 * printed, is none. Everything else counts as `continue`, which the bounds of the goal end.
 */
export function readVerdict({ content, finish }: ModelStep, now: number): Verdict {
  if (finish === 'length' || finish === 'refused') return unreadable;
  const calls = content.flatMap((part) => (part.type === 'call' ? [part] : []));
  const [call, another] = calls;
  if (another || (call && call.tool !== VERDICT_TOOL)) return unreadable;
  const text = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
  const given = schema.safeParse(call ? call.input : parse(text));
  if (!given.success) return unreadable;
  const { verdict, process, wake_up, seconds } = given.data;
  const reason = given.data.reason.slice(0, LONGEST_REASON).toWellFormed().trim();
  if (verdict !== 'wait') return { verdict, reason };
  const targets: Target[] = [
    ...(process ? [{ kind: 'process' as const, process }] : []),
    ...(wake_up ? [{ kind: 'wake_up' as const, wakeUp: wake_up }] : []),
    ...(isTime(seconds) ? [{ kind: 'time' as const, until: Math.ceil(now + seconds * 1000) }] : []),
  ];
  const [target] = targets;
  return target ? { verdict, reason, target } : { verdict, reason };
}

/** As far as a date reaches. */
function isTime(seconds: number | null | undefined): seconds is number {
  return typeof seconds === 'number' && seconds > 0 && seconds < 1e9;
}

/** Also between the marks of a code block, for those who cannot leave them out. */
function parse(text: string): unknown {
  const [, fenced] = /^\s*```(?:json)?\n([\s\S]*?)\n```\s*$/.exec(text) ?? [];
  try {
    return JSON.parse(fenced ?? text);
  } catch {
    return undefined;
  }
}
