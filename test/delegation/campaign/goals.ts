/**
 * The conversation that has one goal after the other: it starts something and waits for it. Its model and its judge, which know
 * what they are shown, and no more.
 */
import type { Turn } from '../../testbed/model/script.ts';
import type { Said } from '../../testbed/model/types.ts';
import { effectsIn, goalOf } from './plan.ts';

export type Kind =
  /** It waits for a command. */
  | 'plain'
  /** A person ends its waiting. */
  | 'unwaited'
  /** The judge first wants to wait for what there is not. */
  | 'mistaken'
  /** It waits for a delegate. */
  | 'delegating';

const kinds: readonly Kind[] = ['plain', 'delegating', 'unwaited', 'mistaken'];

/** `kind`: where not each is to have its turn. */
export function goalText(number: number, kind = kinds[number % kinds.length]): string {
  return `GOAL ${number} ${kind}`;
}

type Read = { readonly number: number; readonly kind: Kind };

export function readSought(text: string): Read | undefined {
  const [, number, kind] = /GOAL (\d+) (\w+)/.exec(text) ?? [];
  return number === undefined ? undefined : { number: Number(number), kind: kind as Kind };
}

type Wish = ReturnType<Extract<Turn, (...args: never) => unknown>>;

/** What the model does. Its marks are what it says as it calls. */
export function answerSeeker(said: readonly Said[], folder: string): Wish {
  const told = said.flatMap(({ by, text }) => (by === 'user' && text.startsWith('[GOAL') ? [text] : []));
  const sought = told.flatMap((text) => readSought(text) ?? []).at(-1);
  if (!sought) return 'Nothing is sought.';
  const { number, kind } = sought;
  const marks = new Set(said.filter(({ by }) => by === 'model').map(({ text }) => text));
  const mark = `began${number}`;
  if (!marks.has(mark)) return { pieces: [mark], calls: [callFor(sought, folder)] };
  const turns = told.filter((text) => readSought(text)?.number === number).length;
  return turns > 1 ? `again${number} ${kind}` : `working at ${number}`;
}

function callFor({ number, kind }: Read, folder: string) {
  if (kind === 'delegating')
    return { tool: 'delegate', input: { goal: goalOf(`g${number}.0`, 'slow'), workdir: folder } };
  const seconds = kind === 'unwaited' ? 3 : 1;
  const command = `sleep ${seconds}; echo g${number} >> '${effectsIn(folder)}'`;
  return { tool: 'terminal', input: { command, background: true } };
}

/** What the judge says to a question. */
export function judge(question: string): Wish {
  const { number, kind } = readSought(question) ?? { number: -1, kind: 'plain' };
  const verdict = (input: object) => [{ tool: 'verdict', input: { reason: 'as I see it', ...input } }];
  const isAgain = question.includes(`again${number}`);
  if (!question.includes(`began${number}`)) return verdict({ verdict: 'continue' });
  if (kind === 'mistaken' && !isAgain) return verdict({ verdict: 'wait', process: 'proc_000000000000' });
  if (kind === 'unwaited' && isAgain) return verdict({ verdict: 'done' });
  const running = question.split('PROCESSES THAT RUN NOW').at(-1) ?? '';
  const process = processFor(running, number, kind);
  return process ? verdict({ verdict: 'wait', process }) : verdict({ verdict: 'done' });
}

/** Those of earlier goals may still run. */
function processFor(running: string, number: number, kind: Kind): string | undefined {
  const isIts = (part: string) =>
    kind === 'delegating' ? part.includes('--disable-warning') : part.includes(`echo g${number} `);
  const part = running.split(/^(?=proc_)/m).find(isIts);
  return part && /^(proc_\w+):/.exec(part)?.[1];
}
