import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { failpoint } from '../base/failpoint.ts';
import { type DelegateResult, MOST_RESULT_CHARACTERS, RESULT_FILE } from '../wire/delegation.ts';

/** Into the keep, whole or not at all: the engine reads it when the process has ended. */
export function writeResult(keep: string, result: DelegateResult): void {
  const draft = join(keep, `${RESULT_FILE}.new`);
  const file = openSync(draft, 'w', 0o600);
  try {
    writeSync(file, JSON.stringify({ ...result, result: cut(result.result) }));
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
  return `${text.slice(0, MOST_RESULT_CHARACTERS)}\n\n[Cut here: the result had ${text.length} characters.]`;
}
