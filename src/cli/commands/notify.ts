import type { WireWishes } from '../../wire/start.ts';
import type { Invocation } from '../invocation.ts';
import { tellUser, writeResult } from '../out.ts';
import { UsageError } from '../usage-error.ts';

export async function main({ values, positionals, json, client }: Invocation<'notify'>): Promise<number> {
  const [id = ''] = positionals;
  const { complete, watch } = values;
  if (!complete && !watch) throw new UsageError('give --complete or --watch', 'See: ringback notify --help');
  const result = await client.notify(id, {
    ...(complete && { notify_on_complete: true }),
    ...(watch && { watch_patterns: watch }),
  });
  if (result.watch_patterns_ignored) tellUser(`ringback: ${result.watch_patterns_ignored}`);
  writeResult(json, result, `${result.session_id} ${describe(result)}`);
  return 0;
}

function describe({ notify_on_complete, watch_patterns = [] }: WireWishes): string {
  if (notify_on_complete) return 'will notify when it ends';
  return `will notify of lines with: ${watch_patterns.join(', ')}`;
}
