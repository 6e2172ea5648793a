import { withinMs } from '../../base/within-ms.ts';
import { type Child, describeEnd } from '../child/child.ts';
import type { Report } from '../runner.ts';

const LAST_WORDS_MS = 3_000;

/** Its output has ended, and no result has come. */
export async function endedEarly(name: string, child: Child): Promise<Pick<Report, 'status' | 'error'>> {
  const end = (await withinMs(LAST_WORDS_MS, child.ended)) ?? (await child.end());
  const said = end.stderr.trim();
  const complaint = said === '' ? '.' : `. It said: ${said}`;
  return { status: 'error', error: `${name} ${describeEnd(end)}, without a result${complaint}` };
}
