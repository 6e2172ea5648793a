/** Fields that mean the same in several messages. */
import * as z from 'zod/mini';
import {
  anyText,
  cursor as cursorText,
  filledText,
  flag,
  flagText,
  list,
  numberText,
  processId,
  text,
} from './kinds.ts';
import { field, maybe } from './message.ts';
import { ENDS, startOptions } from './start-options.ts';

const SESSION_KEY = 'The conversation that a process or notification belongs to.';
export const sessionKey = field(text, SESSION_KEY);
export const maybeSessionKey = maybe(text, SESSION_KEY);

const RAW =
  'The answer as it is. Otherwise `[REDACTED:…]` stands in the place of what was taken for a secret. Default: false.';
export const raw = maybe(flag, RAW);
export const rawText = maybe(flagText, RAW);

const TASK = 'The task that it belongs to.';
export const task = field(text, TASK);
export const maybeTask = maybe(text, TASK);

export const id = field(processId, 'The id of the process: `proc_` and 12 hexadecimal digits.');
export const command = field(anyText, 'What the shell runs.');
export const output = field(anyText, 'What it printed last.');

const CURSOR = 'A position in the output. Give it back to read on where this answer stopped.';
export const cursor = field(cursorText, CURSOR);
/** Checked where it is used: its error says more. */
export const maybeCursor = maybe(anyText, CURSOR);

const WATCH_PATTERNS = 'Patterns; a line that matches one is told to the session.';
export const watchPatterns = maybe(list(anyText), WATCH_PATTERNS);
export const newWatchPatterns = maybe(list(filledText), WATCH_PATTERNS);
const NOTIFY = 'Whether its end is told to its session.';
export const notifyOnComplete = maybe(flag, NOTIFY);
export const notifyOn = maybe(z.enum(ENDS), startOptions.notify_on.http);
const FROM = 'An offset in all the bytes ever printed.';
export const maybeFrom = maybe(numberText, FROM);
