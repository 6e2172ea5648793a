import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Text } from '../../../src/agent/model.ts';
import type { Entry } from '../../../src/agent/store/entries.ts';
import type { Message } from './life.ts';
import { FOREIGN, type Work } from './work.ts';

export type Remains = {
  readonly work: Work;
  readonly said: readonly Message[];
  readonly entries: readonly Entry[];
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

function textOf({ content }: Entry): string {
  const parts = content.filter((part): part is Text => part.type === 'text');
  return parts.map(({ text }) => text).join('\n');
}

/** What the model has done, by its own words. */
function marksIn(entries: readonly Entry[]): string[] {
  const steps = entries.filter(({ kind }) => kind === 'step').map(textOf);
  return steps.filter((text) => text !== 'nothing more').flatMap((text) => text.split(' '));
}

function checkTraces({ work, entries, killedKeepers }: Remains): string[] {
  const traces = readFileSync(work.effects, 'utf8').trim().split('\n');
  const problems = twice(traces).map((trace) => `done twice: ${trace}`);
  const expected = marksIn(entries).filter((mark) => !/^(typist|edited|wake\d|foreign)/.test(mark));
  const missing = expected.filter((mark) => !traces.includes(mark));
  const mayBeLost = missing.filter((mark) => mark.startsWith('built'));
  if (mayBeLost.length > killedKeepers) problems.push(`not built: ${mayBeLost.join(' ')}`);
  problems.push(...missing.filter((mark) => !mark.startsWith('built')).map((mark) => `not done: ${mark}`));
  problems.push(...twice(marksIn(entries)).map((mark) => `said twice: ${mark}`));
  return problems;
}

function checkFiles({ work, entries }: Remains): string[] {
  const rounds = marksIn(entries)
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

function checkMessages({ entries, said }: Remains): string[] {
  const heard = entries.filter(({ kind }) => kind === 'person').map(textOf);
  const expected = said.map(({ text }) => text);
  return heard.join() === expected.join() ? [] : [`said ${expected.join()}, heard ${heard.join()}`];
}

function checkRings({ entries }: Remains): string[] {
  const rings = entries
    .filter(({ kind }) => kind === 'ring')
    .map(textOf)
    .join('\n');
  const told = [...rings.matchAll(/echo (built\d+) |(wake)-up (\d+)!/g)].map(
    ([, built, wake, number]) => built ?? `${wake}${number}`,
  );
  const expected = marksIn(entries).filter((mark) => /^(built|wake)\d+$/.test(mark));
  return [
    ...twice(told).map((mark) => `rang twice: ${mark}`),
    ...expected.filter((mark) => !told.includes(mark)).map((mark) => `never rang: ${mark}`),
  ];
}

function checkAnswers({ entries, work }: Remains): string[] {
  const traces = readFileSync(work.effects, 'utf8').split('\n');
  return entries.flatMap((entry) => {
    if (entry.kind !== 'step') return [];
    const calls = entry.content.filter((part) => part.type === 'call');
    const problems = calls
      .filter(({ id }) => entry.answers.filter((answer) => answer.id === id).length !== 1)
      .map(({ id }) => `not answered once: ${id}`);
    for (const { id, tool, isError, output } of entry.answers) {
      const mark = textOf(entry).split(' ')[calls.findIndex((call) => call.id === id)] ?? '';
      if (tool === FOREIGN) problems.push(...checkForeign(mark, output, traces));
      else if (isError) problems.push(`${mark}: ${output}`);
    }
    return problems;
  });
}

/** Done once, or not at all, or it is said that nobody knows. */
function checkForeign(mark: string, output: string, traces: readonly string[]): string[] {
  if (output.startsWith('OUTCOME UNKNOWN')) return [];
  const isDone = output === 'done';
  if (!isDone && !output.endsWith('Nothing was done.')) return [`${mark}: ${output}`];
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
