import { closeSync, writeSync } from 'node:fs';
import { RingbackError } from '../base/errors.ts';

/** What a starting daemon tells who started it, over a pipe: one line of JSON. */
export type ReadyMessage =
  | { readonly ready: true }
  | { readonly ready: false; readonly error: string; readonly code: string; readonly hint: string };

export function toReadyMessage(error: unknown): ReadyMessage {
  if (error instanceof RingbackError) {
    return { ready: false, error: error.message, code: error.code, hint: error.hint };
  }
  const reason = error instanceof Error ? error.message : String(error);
  return { ready: false, error: `The daemon could not start: ${reason}`, code: 'failed', hint: '' };
}

/** Nobody may be listening any more: that is no reason not to go on. */
export function tell(descriptor: number | undefined, message: ReadyMessage): void {
  if (descriptor === undefined) return;
  try {
    writeSync(descriptor, `${JSON.stringify(message)}\n`);
    closeSync(descriptor);
  } catch {}
}
