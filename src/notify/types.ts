import type { NotificationEvent, OtherEvent } from '../wire/events.ts';
import { completionText } from './texts/completion.ts';
import { delegationText } from './texts/delegation.ts';
import { needsInputText } from './texts/needs-input.ts';
import { otherText } from './texts/other.ts';
import { overflowReleasedText } from './texts/overflow-released.ts';
import { overflowTrippedText } from './texts/overflow-tripped.ts';
import { quietText } from './texts/quiet.ts';
import { readyText } from './texts/ready.ts';
import { stillRunningText } from './texts/still-running.ts';
import { wakeUpText } from './texts/wake-up.ts';
import { watchDisabledText } from './texts/watch-disabled.ts';
import { watchMatchText } from './texts/watch-match.ts';

export type AnyEvent = NotificationEvent | OtherEvent;

/** Everything in which the types of notifications differ. */
type TypeRow<Event> = {
  /** What an agent reads. */
  readonly text: (event: Event) => string;
  /** `engine`: nobody else can say that a process ended. `program`: clients hand it in. */
  readonly writer: 'engine' | 'program';
  /**
   * - `end`: the end of a process. It may be promised as the answer of a task, and silences what is left about its process
   * - `process`: something that a process did. Never told once its end was, even if it was queued before
   * - `session`: anything else
   */
  readonly about: 'end' | 'process' | 'session';
  /** The fact behind it: a second notification of this type with the same one is not written (promise 11). */
  readonly fact: (event: Event) => readonly (string | number)[];
};

type EventOf = { readonly [Event in NotificationEvent as Event['type']]: Event };
type Rows = { readonly [Type in keyof EventOf]: TypeRow<EventOf[Type]> };

type OfProcess = { readonly session_id: string };
type OfBreaker = { readonly scope: string; readonly session_key: string; readonly at: number };

const ofProcess = ({ session_id }: OfProcess) => [session_id];
const ofBreaker = ({ scope, session_key, at }: OfBreaker) => [scope, session_key, at];

/** Every type there is. A new one is an event (`events.ts`), a row here and its text. */
const rows: Rows = {
  completion: { text: completionText, writer: 'engine', about: 'end', fact: ofProcess },
  watch_match: {
    text: watchMatchText,
    writer: 'engine',
    about: 'process',
    // A scan that is repeated after a crash comes to the same offset.
    fact: ({ session_id, offset }) => [session_id, offset],
  },
  watch_disabled: { text: watchDisabledText, writer: 'engine', about: 'process', fact: ofProcess },
  still_running: {
    text: stillRunningText,
    writer: 'engine',
    about: 'process',
    fact: ({ session_id, deadline }) => [session_id, deadline],
  },
  needs_input: {
    text: needsInputText,
    writer: 'engine',
    about: 'process',
    fact: ({ session_id, prompt_id }) => [session_id, prompt_id],
  },
  quiet: {
    text: quietText,
    writer: 'engine',
    about: 'process',
    fact: ({ session_id, offset }) => [session_id, offset],
  },
  ready: { text: readyText, writer: 'engine', about: 'process', fact: ofProcess },
  watch_overflow_tripped: { text: overflowTrippedText, writer: 'engine', about: 'session', fact: ofBreaker },
  watch_overflow_released: {
    text: overflowReleasedText,
    writer: 'engine',
    about: 'session',
    fact: ofBreaker,
  },
  wake_up: {
    text: wakeUpText,
    writer: 'engine',
    about: 'session',
    fact: ({ wake_id, due_at }) => [wake_id, due_at],
  },
  async_delegation: {
    text: delegationText,
    writer: 'program',
    about: 'session',
    fact: ({ delegation_id }) => [delegation_id],
  },
};

/** Types are an open set: those of programs, and of a later version. */
const other: TypeRow<OtherEvent> = { text: otherText, writer: 'program', about: 'session', fact: () => [] };

/** The row of an event's type. */
export function typeRow(type: string): TypeRow<AnyEvent> {
  // A payload is of the type that is stored beside it.
  return (Object.hasOwn(rows, type) ? rows[type as keyof Rows] : other) as TypeRow<AnyEvent>;
}

export function typesAbout(what: TypeRow<AnyEvent>['about']): string[] {
  return Object.entries(rows).flatMap(([type, { about }]) => (about === what ? [type] : []));
}

/** The key under which an event is written. */
export function keyOf(event: AnyEvent, fact = typeRow(event.type).fact(event)): string {
  return [event.type, ...fact].join(':');
}

/** The process that an event is about, as the engine says; null: none. */
export function processOf(event: AnyEvent): string | null {
  const { about } = typeRow(event.type);
  return about !== 'session' && 'session_id' in event ? (event.session_id ?? null) : null;
}

export function completionKey(processId: string): string {
  return `completion:${processId}`;
}
