import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Redactor } from '../../../redact/redactor.ts';
import type { Outcome } from '../../tool.ts';
import { shownPath } from '../place.ts';

const MOST_ENTRIES = 300;

/** The names in a folder, sorted; those of folders with a slash behind them. */
export async function listFolder(redactor: Redactor, folder: string): Promise<Outcome> {
  const names = (await readdir(folder)).sort();
  const shown = await Promise.all(
    names.slice(0, MOST_ENTRIES).map(async (name) => {
      // It may have gone since the folder was read.
      const stats = await lstat(join(folder, name)).catch(() => undefined);
      return shownPath(redactor, name) + (stats?.isDirectory() ? '/' : stats?.isSymbolicLink() ? '@' : '');
    }),
  );
  const more = names.length - shown.length;
  const lines = [
    `${shownPath(redactor, folder)}: a folder with ${names.length} entries`,
    ...shown,
    ...(more > 0 ? [`[${more} more: search with \`name\` finds them.]`] : []),
  ];
  return { output: lines.join('\n'), isError: false };
}
