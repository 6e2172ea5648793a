import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { quoteWord } from '../../base/quote-word.ts';
import { removeFolderAsync } from '../../base/remove-folder.ts';
import type { Engine } from '../../engine/engine.ts';
import { removeGroup } from './kernel-limits.ts';
import { scriptsFolder } from './workspace.ts';

/**
 * Ends what scripts of an earlier daemon left behind; call it after taking over the home, before serving tools. A
 * script ends when its daemon dies, or by its keeper when its time is up; what it had started would keep running.
 */
export async function endOrphanedScripts(engine: Engine, home: string): Promise<void> {
  const folders = namesIn(scriptsFolder(home)).map((name) => join(scriptsFolder(home), name));
  if (folders.length === 0) return;
  const processes = engine.list({ includeForeground: true });
  const left = processes.filter(({ command }) =>
    folders.some((folder) => command.includes(quoteWord(join(folder, 'run')))),
  );
  // Scripts first: then they cannot start anything more.
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
    await removeFolderAsync(folder);
  }
}

/** If it was written down but never started, there is nothing to end. */
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
