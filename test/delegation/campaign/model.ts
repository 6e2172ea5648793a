/** What the models of the campaign say, from what they are shown alone: however often they are asked, they answer the same. */
import type { Turn } from '../../testbed/model/script.ts';
import type { Said, ToolCall } from '../../testbed/model/types.ts';
import { answerSeeker, judge } from './goals.ts';
import { effectsIn, goalOf, readGoal, type Way } from './plan.ts';

type Wish = string | readonly ToolCall[];
/** `answers`: of its tools; `heard`: beside its goal. */
type Task = {
  readonly key: string;
  readonly folder: string;
  readonly answers: number;
  readonly heard: readonly string[];
};

export function model(folder: string): Turn {
  return ({ said, tools }) => {
    const [first = '', ...heard] = textsOf(said);
    if (tools.includes('verdict')) return judge(first);
    const task = readGoal(first);
    if (!task) return answerSeeker(said, folder);
    const answers = said.filter(({ by }) => by === 'tool').length;
    return ways[task.way]({ key: task.key, folder, answers, heard });
  };
}

function textsOf(said: readonly Said[]): string[] {
  return said.flatMap(({ by, text }) => (by === 'user' ? [text] : []));
}

const result = ({ key }: Task) => `result of ${key}`;
const trace = ({ key, folder }: Task) => `echo ${key} >> '${effectsIn(folder)}'`;
const run = (command: string, more: object = {}): readonly ToolCall[] => [
  { tool: 'terminal', input: { command, ...more } },
];
const hasRung = ({ heard }: Task) => heard.some((text) => text.startsWith('['));
const once = (task: Task, calls: readonly ToolCall[]): Wish => (task.answers === 0 ? calls : result(task));
const untilRung = (task: Task, calls: readonly ToolCall[]): Wish =>
  task.answers === 0 ? calls : hasRung(task) ? result(task) : 'I wait for it.';
const forever = (task: Task) => once(task, run(`${trace(task)}; exec sleep 1000`));

const ways: Readonly<Record<Way, (task: Task) => Wish>> = {
  quick: result,
  command: (task) => once(task, run(trace(task))),
  slow: (task) => once(task, run(`sleep 0.7; ${trace(task)}`)),
  rings: (task) =>
    untilRung(task, run(`sleep 0.3; ${trace(task)}`, { background: true, notify_on_complete: true })),
  leaves: (task) => once(task, run(`${trace(task)}; exec sleep 1000`, { background: true })),
  steered: (task) => {
    const times = task.heard.filter((text) => text === 'enough').length;
    if (times === 0) return run('sleep 0.3');
    return times === 1 ? result(task) : `heard ${times} times`;
  },
  deeper: (task) =>
    untilRung(task, [{ tool: 'delegate', input: { goal: goalOf(`${task.key}.0`, 'command') } }]),
  hangs: forever,
  late: forever,
  ended: forever,
};
