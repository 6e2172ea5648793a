import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type DelegateResult,
  delegateResult,
  MOST_RESULT_CHARACTERS,
  RESULT_FILE,
} from '../wire/delegation.ts';

/** A character takes up to six bytes as JSON; and there is an error beside the result. */
const MOST_BYTES = 16 * MOST_RESULT_CHARACTERS;

/** What a delegate left in its keep. It may have been anybody's program that wrote it: nothing else is trusted. */
export function readResult(keep: string): DelegateResult | 'none' | 'damaged' {
  let file: number;
  try {
    file = openSync(
      join(keep, RESULT_FILE),
      constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
    );
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'none' : 'damaged';
  }
  try {
    const about = fstatSync(file);
    if (!about.isFile() || about.size > MOST_BYTES) return 'damaged';
    const parsed = delegateResult.safeParse(JSON.parse(readFileSync(file, 'utf8')));
    return parsed.success ? cleaned(parsed.data) : 'damaged';
  } catch {
    return 'damaged';
  } finally {
    closeSync(file);
  }
}

/** As every text that is stored and told: no NUL, no half characters. */
function cleaned(report: DelegateResult): DelegateResult {
  const { result, error } = report;
  return { ...report, result: cleanText(result), ...(error !== undefined && { error: cleanText(error) }) };
}

function cleanText(text: string): string {
  const whole = text.toWellFormed().replaceAll('\0', '');
  if (whole.length <= MOST_RESULT_CHARACTERS) return whole;
  return `${whole.slice(0, MOST_RESULT_CHARACTERS).toWellFormed()}\n(cut after ${MOST_RESULT_CHARACTERS} characters)`;
}
