import type { Entry } from './pi.ts';

/** Under this name pi shows the message, and keeps it. */
export const customType = 'ringback';

/** Stands beside the text in pi's session file: it tells what was told before a crash. */
export type Details = { readonly notifications: readonly string[] };

/** What the conversation's model was told of, and has answered since. */
export function answeredIn(branch: readonly Entry[]): ReadonlySet<string> {
  const answer = branch.findLastIndex(({ message }) => message?.role === 'assistant');
  const told = branch.slice(0, answer + 1).filter((entry) => entry.customType === customType);
  return new Set(told.flatMap(({ details }) => notificationsOf(details)));
}

export function hasSame(one: Details, other: unknown): boolean {
  return one.notifications.join() === notificationsOf(other).join();
}

function notificationsOf(details: unknown): readonly string[] {
  return (details as Details | undefined)?.notifications ?? [];
}
