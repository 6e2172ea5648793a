import type { Planned } from './plan.ts';
import type { Remains } from './remains.ts';

const types = ['needs_input', 'quiet', 'still_running', 'ready'];

/** Promise 19: what was noticed of a running process was told once per occasion, and nothing else was. */
export function checkTold(
  remains: Remains,
  { id: planned, kind, tells = {}, isInTime }: Planned,
  id: string,
): void {
  const given = new Set(
    remains.journal.flatMap((entry) => (entry.what === 'given' ? entry.told.map((one) => one.id) : [])),
  );
  for (const type of types) {
    const rows = remains.about(id, type);
    const most = tells[type] ?? 0;
    const least = isInTime || remains.isLost(id) ? 0 : most;
    const expect = (isRight: boolean, what: string) =>
      isRight ||
      remains.expect(false, `${type} of ${id} (${kind}, planned ${planned}): ${what}`, ...remains.story(id));
    expect(rows.length >= least && rows.length <= most, `${rows.length} instead of ${least} to ${most}`);
    if (least > 0) for (const row of rows) expect(given.has(row.id), `${row.id} reached nobody`);
    if (type !== 'needs_input') continue;
    const prompts = rows.map((row) => (JSON.parse(row.payload) as { prompt: string }).prompt);
    expect(new Set(prompts).size === prompts.length, `asked twice: ${prompts.join(', ')}`);
  }
}
