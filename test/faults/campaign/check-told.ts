import type { Planned } from './plan.ts';
import type { Remains, Row } from './remains.ts';

const types = ['needs_input', 'quiet', 'still_running', 'ready'];

/** Promise 19: what was noticed of a running process was told once per occasion, and nothing else was. */
export function checkTold(
  remains: Remains,
  { id: planned, kind, tells = {}, isInTime, isRepeated }: Planned,
  id: string,
): void {
  const given = new Set(
    remains.journal.flatMap((entry) => (entry.what === 'given' ? entry.told.map((one) => one.id) : [])),
  );
  for (const type of types) {
    const rows = remains.about(id, type);
    const usual = tells[type] ?? 0;
    const most = isRepeated && usual > 0 ? Number.POSITIVE_INFINITY : usual;
    const least = isInTime || remains.isLost(id) ? 0 : usual;
    const expect = (isRight: boolean, what: string) =>
      isRight ||
      remains.expect(false, `${type} of ${id} (${kind}, planned ${planned}): ${what}`, ...remains.story(id));
    expect(rows.length >= least && rows.length <= most, `${rows.length} instead of ${least} to ${most}`);
    const reached = rows.filter((row) => given.has(row.id));
    expect(
      reached.length >= (isRepeated ? least : least && rows.length),
      `${reached.length} reached somebody`,
    );
    const occasions = rows.map(occasionOf);
    expect(new Set(occasions).size === occasions.length, `one occasion told twice: ${occasions.join(', ')}`);
  }
}

/** A prompt, or a heartbeat by its seconds; the others have but one. */
function occasionOf({ payload }: Row): string {
  const { prompt, deadline } = JSON.parse(payload) as { prompt?: string; deadline?: number };
  return prompt ?? String(deadline);
}
