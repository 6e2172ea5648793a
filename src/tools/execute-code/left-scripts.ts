import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine } from '../../engine/engine.ts';
import { quoteWord } from '../shell/quote-word.ts';
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
  await Promise.allSettled(left.map(({ id }) => engine.kill(id, { graceMs: 50 })));
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
