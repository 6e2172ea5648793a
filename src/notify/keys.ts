/** What makes a second notification about the same fact impossible (promise 11). */

export function completionKey(processId: string): string {
  return `completion:${processId}`;
}

/** One per watch and offset: a rescan after a crash comes to the same key. */
export function matchKey(processId: string, offset: number): string {
  return `watch_match:${processId}:${offset}`;
}

export function disabledKey(processId: string): string {
  return `watch_disabled:${processId}`;
}

export function trippedKey(scope: string, session: string, at: number): string {
  return `watch_overflow_tripped:${scope}:${session}:${at}`;
}

export function releasedKey(scope: string, session: string, at: number): string {
  return `watch_overflow_released:${scope}:${session}:${at}`;
}

/** A program's own events: its id for them, so that handing one in twice tells it once. */
export function handedInKey(session: string, type: string, id: string): string {
  return `${type}:${session}:${id}`;
}
