/** Conversations, as far as Ringback has to know of them. */
import type * as z from 'zod/mini';
import { count, filledText, flag, ok, text, wholeNumber } from './kinds.ts';
import { field, maybe, message, object } from './message.ts';

const DAY = 86_400;

export const sessionRequest = object(() => ({
  session_key: field(filledText, 'The conversation that a process or notification belongs to.'),
}));
export type SessionRequest = z.output<typeof sessionRequest>;

export const closeRequest = object(() => ({
  session_key: field(filledText, 'The conversation that a process or notification belongs to.'),
  interrupt_delegates: maybe(flag, 'Whether its delegates are interrupted. Default: false, they work on.'),
}));
export type CloseRequest = z.output<typeof closeRequest>;

export const moveRequest = object(() => ({
  from: field(filledText, 'The session that gives.'),
  to: field(filledText, 'The session that gets.'),
}));
export type MoveRequest = z.output<typeof moveRequest>;

export const busyRequest = object(() => ({
  session_key: field(filledText, 'The conversation that a process or notification belongs to.'),
  busy: field(flag, 'Whether the session has a turn of its own just now.'),
  holder: maybe(text, 'Who says so, in words of your own: each ends only what it said itself.'),
  lease: maybe(
    wholeNumber(1, DAY),
    'For how many seconds that holds unless it is said again. Default: 300 (or as configured).',
  ),
}));
export type BusyRequest = z.output<typeof busyRequest>;

export const wireClosed = message('SessionClosed', () => ({
  status: field(ok, 'How it stands.'),
  suppressed: field(count, 'How many notifications will not be told.'),
}));
export type WireClosed = z.output<typeof wireClosed>;
