import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { nearestName } from '../../base/nearest-name.ts';
import { type DelegateKind, type DelegationRequest, delegateKind } from '../../wire/delegation.ts';
import type { Values } from '../specs.ts';
import { UsageError } from '../usage-error.ts';
import { parseWholeSeconds } from '../values.ts';

type Given = Omit<DelegationRequest, 'id' | 'session_key' | 'env'>;

const STDIN = 0;

/** What is asked for, as the command line says it. */
export function toRequest(values: Values<'delegate'>, words: readonly string[], folder: string): Given {
  const goals = (values.each ? words : [words.join(' ')]).map((goal) => goal.trim());
  if (words.length === 0 || goals.includes(''))
    throw new UsageError('missing argument: GOAL', 'See: ringback delegate --help');
  // Somebody who mistypes an action does not want an agent at work on it.
  if (!values.each && /^[a-z-]+$/.test(goals.join()))
    throw new UsageError(
      `unknown action: ${goals.join()}`,
      'The actions are ls, show, say and stop. A goal has more than one word.',
    );
  const { to, model, on, cwd, context, role, 'max-runtime': runtime } = values;
  const isHere = on === undefined || on === 'local';
  const workdir = cwd === undefined ? (isHere ? folder : undefined) : isHere ? resolve(folder, cwd) : cwd;
  const [goal = ''] = goals;
  return {
    ...(values.each ? { tasks: goals.map((each) => ({ goal: each })) } : { goal }),
    ...(to !== undefined && { to: toKind(to) }),
    ...(model !== undefined && { model }),
    ...(on !== undefined && { environment: on }),
    ...(workdir !== undefined && { workdir }),
    ...(context !== undefined && { context: readContext(context, folder) }),
    ...(role !== undefined && { role }),
    ...(runtime !== undefined && { max_runtime: parseWholeSeconds('max-runtime', runtime) }),
  };
}

/** Of a person, who counts from 1. */
export function toTaskIndex(text: string | undefined): { task_index?: number } {
  if (text === undefined) return {};
  if (!/^[1-9]\d{0,5}$/.test(text))
    throw new UsageError(`--task must be the number of a task, from 1, not '${text}'`);
  return { task_index: Number(text) - 1 };
}

function toKind(text: string): DelegateKind {
  const { success, data } = delegateKind.safeParse(text);
  if (success) return data;
  const near = nearestName(text, delegateKind.options);
  throw new UsageError(
    `--to must be one of ${delegateKind.options.join(', ')}, not '${text}'`,
    near === undefined ? undefined : `Did you mean ${near}?`,
  );
}

function readContext(text: string, folder: string): string {
  if (!text.startsWith('@')) return text;
  const name = text.slice(1);
  try {
    return readFileSync(name === '-' ? STDIN : resolve(folder, name), 'utf8');
  } catch (error) {
    throw new UsageError(`--context ${text}: ${(error as Error).message}`);
  }
}
