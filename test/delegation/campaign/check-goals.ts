import type { WireItem } from '../../../src/wire/conversation-item.ts';
import { twice } from './check.ts';
import { readSought } from './goals.ts';

/** What is not as it must be with the goals: each is set and reached once, and who waited was woken once. */
export function checkGoals(items: readonly WireItem[]): string[] {
  const marks = items.flatMap((item) =>
    item.kind === 'step' && /^began/.test(item.text) ? [item.text] : [],
  );
  const rings = items.flatMap((item) =>
    item.kind === 'ring' ? (item.text.match(/The goal: GOAL \d+/g) ?? []) : [],
  );
  return [
    ...twice(marks).map((mark) => `said twice: ${mark}`),
    ...split(items).flatMap(({ text, events }) => checkGoal(text, events)),
    ...twice(rings).map((ring) => `its barrier rang twice: ${ring}`),
  ];
}

type Happened = { readonly text: string; readonly events: readonly string[] };

/** What happened to each goal, in order. */
function split(items: readonly WireItem[]): Happened[] {
  const goals: { text: string; events: string[] }[] = [];
  for (const item of items) {
    if (item.kind !== 'goal') continue;
    if (item.event === 'set') goals.push({ text: item.text, events: [] });
    else goals.at(-1)?.events.push(item.event);
  }
  return goals;
}

function checkGoal(text: string, events: readonly string[]): string[] {
  const count = (name: string) => events.filter((one) => one === name).length;
  const says = `${text}: ${events.join(', ')}`;
  const mayWait = readSought(text)?.kind === 'delegating' ? 2 : 1;
  return [
    ...(count('done') === 1 && events.at(-1) === 'done' ? [] : [`not done once: ${says}`]),
    ...(count('parked') <= mayWait ? [] : [`parked too often: ${says}`]),
    ...(count('parked') === count('woken') + count('unwaited') + count('paused')
      ? []
      : [`not woken once: ${says}`]),
  ];
}
