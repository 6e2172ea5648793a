import { formatAge } from '../../base/age.ts';
import { cleanText } from '../../output/clean-text.ts';
import type { WireGoalItem } from '../../wire/conversation-item.ts';
import type { WireGoal } from '../../wire/goal.ts';
import { shortId } from './short-id.ts';

/** For the status line: `working`, `waits for proc_… since 5m`; empty: there is nothing to say. */
export function goalStatus(goal: WireGoal | undefined, now: number): string {
  if (!goal || goal.state === 'done') return '';
  if (!goal.waits_for) return `goal: ${goal.state}`;
  const { kind, target, since } = goal.waits_for;
  const name = kind === 'time' ? clock(target) : shortId(target);
  return cleanText(`goal: waits for ${name} since ${formatAge(now - Date.parse(since))}`);
}

/** What `/goal` shows. */
export function describeGoal(goal: WireGoal, now: number): string {
  const { state, text, reason, waits_for, spent, bounds } = goal;
  const bound = (taken: string, most: number, show: (value: number) => string) =>
    most > 0 ? `${taken} of ${show(most)}` : taken;
  const taken = [
    `${bound(String(spent.turns), bounds.turns, String)} turns`,
    `${bound(count(spent.tokens), bounds.tokens, count)} tokens`,
    bound(dollars(spent.dollars), bounds.dollars, dollars),
    bound(formatAge(spent.seconds * 1000), bounds.seconds, (value) => formatAge(value * 1000)),
  ];
  const waiting =
    waits_for && `waits for ${waits_for.target} since ${formatAge(now - Date.parse(waits_for.since))}`;
  return cleanText(
    [`Goal: ${text}`, `${waiting ?? state}${reason === '' ? '' : `: ${reason}`}`, taken.join(', ')].join(
      '\n',
    ),
  );
}

/** One line of the transcript; undefined: it is not shown. */
export function goalNote({ event, verdict, text }: WireGoalItem): string | undefined {
  const why = text === '' ? '.' : `: ${text}`;
  switch (event) {
    case 'judging':
    case 'dropped':
    case 'turn':
      return undefined;
    case 'judged':
      // What follows from the others is said by itself.
      return verdict === 'continue' ? `Goal, not reached yet${why}` : undefined;
    case 'parked':
      return `Goal waits for ${text}`;
    default:
      return `Goal ${words[event]}${why}`;
  }
}

const words = {
  set: 'set',
  woken: 'goes on',
  unwaited: 'waits no longer',
  paused: 'paused',
  resumed: 'resumed',
  done: 'reached',
  stopped: 'stopped',
  cleared: 'cleared',
} as const;

function clock(time: string): string {
  return new Date(time).toLocaleTimeString('en-GB');
}

const count = (value: number): string => value.toLocaleString('en-US');
const dollars = (value: number): string => `$${value.toFixed(2)}`;
