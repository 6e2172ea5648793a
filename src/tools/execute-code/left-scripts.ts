import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { quoteWord } from '../../base/quote-word.ts';
import { removeFolder } from '../../base/remove-folder.ts';
import type { Engine } from '../../engine/engine.ts';
import { removeGroup } from './kernel-limits.ts';
import { scriptsFolder } from './workspace.ts';

/**
 * Ends what scripts of an earlier daemon left behind; call it when the home was taken over, before tools are served. A
 * script ends by itself when its daemon dies, or by its keeper when its time is over; what it had started would go on.
 */
export async function endLeftScripts(engine: Engine, home: string): Promise<void> {
  const folders = namesIn(scriptsFolder(home)).map((name) => join(scriptsFolder(home), name));
  if (folders.length === 0) return;
  const processes = engine.list({ includeForeground: true });
  const left = processes.filter(({ command }) =>
    folders.some((folder) => command.includes(quoteWord(join(folder, 'run')))),
  );
  // The scripts first: they cannot start anything more then.
  await endAll(
    engine,
    left.map(({ id }) => id),
  );
  await endAll(
    engine,
    folders.flatMap((folder) => namesIn(join(folder, 'started'))),
  );
  for (const folder of folders) {
    removeGroup(basename(folder));
    removeFolder(folder);
  }
}

/** Of what was written down and never started there is nothing to end. */
async function endAll(engine: Engine, ids: readonly string[]): Promise<void> {
  await Promise.allSettled(ids.map((id) => engine.kill(id, { graceMs: 50 })));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
