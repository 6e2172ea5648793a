import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WireItem, WireStepItem } from '../../../src/wire/conversation-item.ts';
import type { Message } from './person.ts';
import { FOREIGN, NEVER, type Work } from './work.ts';

type Call = WireStepItem['calls'][number];

export type Remains = {
  readonly work: Work;
  readonly said: readonly Message[];
  readonly items: readonly WireItem[];
  readonly notifications: readonly { readonly type: string; readonly state: string; readonly id: string }[];
  /** Of builds: so many traces may be missing. */
  readonly killedKeepers: number;
};

/** What is not as it must be: every effect, every message and every ring once. */
export function checkAll(remains: Remains): string[] {
  return [
    ...checkTraces(remains),
    ...checkFiles(remains),
    ...checkMessages(remains),
    ...checkRings(remains),
    ...checkAnswers(remains),
    ...checkNotifications(remains),
  ];
}

const textsOf = (items: readonly WireItem[], kind: WireItem['kind']) =>
  items.flatMap((item) =>
    item.kind === kind && 'text' in item && item.position !== null ? [item.text ?? ''] : [],
  );

/** What the model has done, by its own words. */
function marksIn(items: readonly WireItem[]): string[] {
  return textsOf(items, 'step')
    .filter((text) => text !== '' && text !== 'nothing more')
    .flatMap((text) => text.split(' '));
}

function checkTraces({ work, items, killedKeepers }: Remains): string[] {
  const traces = readFileSync(work.effects, 'utf8').trim().split('\n');
  const problems = twice(traces).map((trace) => `done twice: ${trace}`);
  const denied = deniedIn(items);
  const expected = marksIn(items).filter((mark) => !/^(typist|edited|wake\d|foreign)/.test(mark));
  const missing = expected.filter((mark) => !traces.includes(mark) && !denied.includes(mark));
  const mayBeLost = missing.filter((mark) => mark.startsWith('built'));
  if (mayBeLost.length > killedKeepers) problems.push(`not built: ${mayBeLost.join(' ')}`);
  problems.push(...missing.filter((mark) => !mark.startsWith('built')).map((mark) => `not done: ${mark}`));
  problems.push(...twice(marksIn(items)).map((mark) => `said twice: ${mark}`));
  return problems;
}

/** What a person did not want. */
function deniedIn(items: readonly WireItem[]): string[] {
  return items
    .filter((item) => item.kind === 'step')
    .flatMap(({ text, calls }) =>
      calls.flatMap(({ state }, place) => (state === 'denied' ? [text.split(' ')[place] ?? ''] : [])),
    );
}

function checkFiles({ work, items }: Remains): string[] {
  const rounds = marksIn(items)
    .flatMap((mark) => /^edited(\d+)$/.exec(mark)?.[1] ?? [])
    .map(Number);
  return rounds.flatMap((round) => {
    if (round % 2 === 1 && round > 1) {
      const path = join(work.folder, `file${round}`);
      return existsSync(path) && readFileSync(path, 'utf8') === `${round}\n` ? [] : [`${path} is not right`];
    }
    if (rounds.some((later) => later > round && later % 2 === 0)) return [];
    const counter = readFileSync(join(work.folder, 'counter'), 'utf8');
    return counter === `at ${round}.` ? [] : [`the counter says ${counter} after round ${round}`];
  });
}

function checkMessages({ items, said }: Remains): string[] {
  const heard = textsOf(items, 'person');
  const expected = said.map(({ text }) => text);
  return heard.join() === expected.join() ? [] : [`said ${expected.join()}, heard ${heard.join()}`];
}

function checkRings({ items }: Remains): string[] {
  const rings = textsOf(items, 'ring').join('\n');
  const told = [...rings.matchAll(/echo (built\d+) |(wake)-up (\d+)!/g)].map(
    ([, built, wake, number]) => built ?? `${wake}${number}`,
  );
  const expected = marksIn(items).filter((mark) => /^(built|wake)\d+$/.test(mark));
  return [
    ...twice(told).map((mark) => `rang twice: ${mark}`),
    ...expected.filter((mark) => !told.includes(mark)).map((mark) => `never rang: ${mark}`),
  ];
}

function checkAnswers({ items, work }: Remains): string[] {
  const traces = readFileSync(work.effects, 'utf8').split('\n');
  return items
    .filter((item) => item.kind === 'step')
    .flatMap(({ text, calls }) =>
      calls.flatMap((call, place) => checkAnswer(text.split(' ')[place] ?? '', call, traces)),
    );
}

function checkAnswer(
  mark: string,
  { state, tool, output = '', is_error }: Call,
  traces: readonly string[],
): string[] {
  if (tool === FOREIGN) return checkForeign(mark, output, traces);
  if (state === 'denied') return traces.includes(mark) ? [`done although it was denied: ${mark}`] : [];
  if (mark.startsWith(NEVER)) return [`not denied: ${mark}: ${output}`];
  return state !== 'answered' || is_error ? [`${mark} is ${state}: ${output}`] : [];
}

/** Done once, or not at all, or it is said that nobody knows. */
function checkForeign(mark: string, output: string, traces: readonly string[]): string[] {
  if (output.startsWith('OUTCOME UNKNOWN')) return [];
  const isDone = output === 'done';
  // Its server may be gone when its turn comes.
  if (!isDone && !/Nothing was done\.$|^There is no tool /.test(output)) return [`${mark}: ${output}`];
  return traces.includes(mark) === isDone ? [] : [`${mark} is not as it says: ${output}`];
}

function checkNotifications({ notifications }: Remains): string[] {
  return notifications
    .filter(({ state }) => state !== 'delivered' && state !== 'consumed')
    .map(({ id, type, state }) => `${type} ${id} is ${state}`);
}

function twice(words: readonly string[]): string[] {
  return words.filter((word, place) => words.indexOf(word) < place);
}
