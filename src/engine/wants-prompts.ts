import type { Config } from '../base/config.ts';
import { type StartColumns, toColumns, toValues, wishColumns } from './start-fields.ts';

const unasked = toColumns(toValues({}, {}));

/** Whether a keeper is to look for prompts: somebody can type, and there is a session that wants to hear of it. */
export function wantsPrompts({ needsInput }: Config, row: StartColumns): boolean {
  const isTold = wishColumns.some((column) => row[column] !== unasked[column]);
  return needsInput && row.session !== '' && row.pty + row.stdin > 0 && isTold;
}
