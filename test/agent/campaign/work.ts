/**
 * What the model of the campaign does, from what it is shown alone: however often it is asked, it answers the same. A build
 * in the background begins a round, with a command beside it, a file, a line that is typed, and at times a wake-up. When the build
 * rings, the next round begins, until somebody says `enough`.
 */
import type { Turn } from '../../testbed/model/script.ts';
import type { Said, ToolCall } from '../../testbed/model/types.ts';

export const FIRST = 'build';
export const ENOUGH = 'enough';
/** What is typed and must not be. */
export const NEVER = 'never';
/** Calls of one step. */
const AT_ONCE = 2;
/** Every so many rounds something else is done, too. */
const WAKE_EVERY = 3;

/** Somebody else's tool that leaves a trace, as far as it is offered. */
export const FOREIGN = 'foreign_trace';

/** Where it leaves its traces. */
export type Work = { readonly effects: string; readonly folder: string };

/** Known by its mark, which the model says as it calls, and which is the trace that it leaves. */
type Task = { readonly mark: string; readonly call: ToolCall };

export function worker(work: Work): Turn {
  return ({ said, tools }) => {
    checkOrder(said);
    const done = new Set(said.filter(({ by }) => by === 'model').flatMap(({ text }) => text.split(' ')));
    const heard = said.filter(({ by }) => by === 'user').map(({ text }) => text);
    const isEnough = heard.includes(ENOUGH);
    const typist = said.find(({ by }) => by === 'tool')?.text ?? '{}';
    const tasks = heard
      .flatMap((text) => tasksOf(text, work, typist, (round) => isEnough && !done.has(`built${round}`)))
      .filter(({ mark, call }) => !done.has(mark) && (call.tool !== FOREIGN || tools.includes(FOREIGN)));
    // The one that is typed to has to be there first.
    const next = tasks.slice(0, done.size === 0 ? 1 : AT_ONCE);
    if (next.length === 0) return 'nothing more';
    return { pieces: [next.map(({ mark }) => mark).join(' ')], calls: next.map(({ call }) => call) };
  };
}

function tasksOf(text: string, work: Work, typist: string, isOver: (round: number) => boolean): Task[] {
  const note = (mark: string): Task => ({
    mark,
    call: { tool: 'terminal', input: { command: trace(work, mark) } },
  });
  if (text === FIRST) return [startTypist(work), ...roundOf(1, work, typist, note)];
  if (!text.startsWith('[IMPORTANT')) return [note(`heard-${text}`)];
  const rounds = [...text.matchAll(/echo built(\d+) /g)].map(([, number]) => Number(number) + 1);
  const woken = [...text.matchAll(/wake-up (\d+)!/g)].map(([, number]) => note(`woken${number}`));
  return [
    ...woken,
    ...rounds.flatMap((round) => (isOver(round) ? [note('rung')] : roundOf(round, work, typist, note))),
  ];
}

function startTypist(work: Work): Task {
  const command = `while read -r word; do echo "$word" >> '${work.effects}'; done`;
  return {
    mark: 'typist',
    call: { tool: 'terminal', input: { command, background: true, stdin: true, workdir: '/tmp' } },
  };
}

function roundOf(round: number, work: Work, typist: string, note: (mark: string) => Task): Task[] {
  const build = { command: `${trace(work, `built${round}`)}; sleep 0.2`, background: true };
  const { session_id } = JSON.parse(typist);
  const typed = { action: 'submit', session_id, data: `typed${round}` };
  const wake = { after: '1', note: `wake-up ${round}!` };
  return [
    {
      mark: `built${round}`,
      call: { tool: 'terminal', input: { ...build, notify_on_complete: true } },
    },
    note(`beside${round}`),
    { mark: `edited${round}`, call: { tool: 'edit', input: editOf(round, work) } },
    { mark: `typed${round}`, call: { tool: 'process', input: typed } },
    {
      mark: `${NEVER}${round}`,
      call: { tool: 'process', input: { ...typed, data: `${NEVER}${round}` } },
    },
    ...(round % WAKE_EVERY === 0 ? [{ mark: `wake${round}`, call: { tool: 'wake', input: wake } }] : []),
    { mark: `foreign${round}`, call: { tool: FOREIGN, input: { mark: `foreign${round}` } } },
  ];
}

/** Every second round a new file, else the next number in one that is there: done twice, it would fail. */
function editOf(round: number, { folder }: Work): Record<string, unknown> {
  if (round % 2 === 1 && round > 1)
    return { path: `${folder}/file${round}`, edits: [{ old: '', new: `${round}\n` }] };
  const last = round === 2 ? 1 : round - 2;
  return {
    path: `${folder}/counter`,
    edits: [{ old: round === 1 ? '' : `at ${last}.`, new: `at ${round}.` }],
  };
}

function trace({ effects }: Work, mark: string): string {
  return `echo ${mark} >> '${effects}'`;
}

/** Every call has its result right after it, and nothing comes between. */
function checkOrder(said: readonly Said[]): void {
  for (const [place, { by, text }] of said.entries()) {
    if (by !== 'model' || text === 'nothing more') continue;
    const after = said.slice(place + 1, place + 1 + text.split(' ').length);
    if (after.some((one) => one.by !== 'tool'))
      throw new Error(
        `after ${text}: ${after.map((one) => `${one.by} ${one.text.slice(0, 80)}`).join('; ')}`,
      );
  }
}
