import { RingbackError } from '../base/errors.ts';

/** How far a reader of output has come, and whether it knows that the process has ended. */
export type Position = { readonly offset: number; readonly knowsEnd: boolean };

const AFTER_END = 'e';

export function formatPosition({ offset, knowsEnd }: Position): string {
  return `${offset}${knowsEnd ? AFTER_END : ''}`;
}

/** From the Last-Event-ID of a reader that was cut off; undefined where it never had one. */
export function parsePosition(lastEventId: string | undefined): Position | undefined {
  if (lastEventId === undefined) return undefined;
  const [, digits, mark] = /^(\d{1,15})(e?)$/.exec(lastEventId) ?? [];
  if (digits === undefined) throw notAnEvent();
  return { offset: Number(digits), knowsEnd: mark === AFTER_END };
}

export function notAnEvent(): RingbackError {
  return new RingbackError(
    'bad_request',
    'Last-Event-ID is not the id of an event of this stream.',
    'Give back the id of the last event as it came, or leave the header out and give "from".',
  );
}
