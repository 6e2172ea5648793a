import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { failpoint } from '../base/failpoint.ts';
import { randomBytes } from '../base/random.ts';
import { type DelegateResult, MOST_RESULT_CHARACTERS, RESULT_FILE } from '../wire/delegation.ts';

/** Into the keep, whole or not at all: the engine reads it when the process has ended. */
export function writeResult(keep: string, result: DelegateResult): void {
  const { error } = result;
  const whole = {
    ...result,
    result: cut(result.result),
    ...(error !== undefined && { error: cut(error) }),
  };
  // A name that nothing it has started could have taken before: a link there would lead elsewhere, a pipe would never open.
  const draft = join(keep, `${RESULT_FILE}.${randomBytes(6).toString('hex')}`);
  const file = openSync(draft, 'wx', 0o600);
  try {
    writeFileSync(file, JSON.stringify(whole));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  failpoint('delegate:before-result');
  renameSync(draft, join(keep, RESULT_FILE));
  sync(keep);
  failpoint('delegate:result-written');
}

function sync(folder: string): void {
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function cut(text: string): string {
  if (text.length <= MOST_RESULT_CHARACTERS) return text;
  return `${text.slice(0, MOST_RESULT_CHARACTERS)}\n\n[Cut here: there were ${text.length} characters.]`;
}
