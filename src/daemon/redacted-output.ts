import type { FollowEvent } from '../engine/follow.ts';
import type { ProcessSnapshot } from '../engine/types.ts';
import type { ShownPiece } from '../tools/view/bytes.ts';
import type { Views } from '../tools/view/views.ts';

/** So long a word at the end is waited for, which may be half a secret. */
const QUIET_MS = 1100;

export type ShownEvent = ShownPiece | Extract<FollowEvent, { type: 'ended' }>;

/** Raw events as they come, without the secrets in them. `get`: the process as it is now. */
export async function* redactOutput(
  views: Views,
  events: AsyncIterable<FollowEvent>,
  from: number,
  get: () => ProcessSnapshot,
): AsyncGenerator<ShownEvent> {
  let cursor = from;
  let known = from;
  let isHeld = false;
  const drain = (isEnd = false): readonly ShownPiece[] => {
    const shown = views.bytes(get(), cursor, Math.max(cursor, known), isEnd);
    cursor = shown.end;
    isHeld = shown.isWithheld;
    return shown.pieces;
  };
  const iterator = events[Symbol.asyncIterator]();
  let next = iterator.next();
  try {
    for (;;) {
      const event = isHeld ? await soon(next) : await next;
      if (event === 'quiet') {
        yield* drain();
        // What is held now is held until more comes.
        isHeld = false;
        continue;
      }
      if (event.done) break;
      if (event.value.type === 'ended') {
        yield* drain(true);
        yield { type: 'ended', process: views.process(event.value.process) };
      } else {
        const { value } = event;
        known = Math.max(known, value.type === 'gap' ? value.to : value.offset + value.bytes.length);
        yield* drain();
      }
      next = iterator.next();
    }
    yield* drain(true);
  } finally {
    await iterator.return?.();
  }
}

async function soon<T>(next: Promise<T>): Promise<T | 'quiet'> {
  const quiet = Promise.withResolvers<'quiet'>();
  const timer = setTimeout(() => quiet.resolve('quiet'), QUIET_MS);
  try {
    return await Promise.race([next, quiet.promise]);
  } finally {
    clearTimeout(timer);
  }
}
