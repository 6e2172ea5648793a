import type { WireRingerKind } from '../../wire/ringer.ts';
import { colour, usesColour } from '../format/colour.ts';
import { formatList } from '../format/table.ts';
import { terminalWidth } from '../format/width.ts';
import type { Invocation } from '../invocation.ts';
import { writeJson, writeLine } from '../out.ts';
import { UsageError } from '../usage-error.ts';
import type { SettingsSchema } from './settings.ts';

/** What happens when a ring arrives twice. */
const onRepeat = {
  native: 'drops repeats',
  reconcile: 'checked before a retry',
  none: 'a repeat is another turn',
} as const;

export async function showKinds(
  { client, json }: Invocation<'ring'>,
  words: readonly string[],
): Promise<number> {
  const all = await client.ringers.kinds();
  const unknown = words.find((word) => all.every(({ kind }) => kind !== word));
  if (unknown !== undefined)
    throw new UsageError(`unknown kind '${unknown}'`, `Kinds: ${all.map(({ kind }) => kind).join(', ')}`);
  const shown = words.length === 0 ? all : all.filter(({ kind }) => words.includes(kind));
  if (json) for (const kind of shown) writeJson(kind);
  else writeLine(shown.map(describe).join('\n\n'));
  return 0;
}

function describe({ kind, summary, idempotent, settings, secrets }: WireRingerKind): string {
  const { properties = {}, required = [] } = settings as SettingsSchema;
  const rows = Object.entries(properties).map(([key, { description = '', default: byDefault }]) => {
    const notes = [
      ...(required.includes(key) && byDefault === undefined ? ['required'] : []),
      ...(byDefault === undefined ? [] : [`default ${JSON.stringify(byDefault)}`]),
      ...(secrets.includes(key) ? ['secret: use KEY=@FILE'] : []),
    ];
    return [key, notes.length === 0 ? description : `${description} (${notes.join('; ')})`] as const;
  });
  const heading = `${colour(kind, 'bold', usesColour())}: ${summary}; ${onRepeat[idempotent]}`;
  return rows.length === 0 ? heading : `${heading}\n${formatList(rows, terminalWidth())}`;
}
