import type { TestContext } from 'node:test';
import { type Site, Trial } from './trial.ts';

/** For a single test: what was opened last is closed first. */
export async function openTrial(
  t: TestContext,
  open: (undo: (clean: () => void | Promise<void>) => void) => Promise<Site>,
): Promise<Trial> {
  const undo: (() => void | Promise<void>)[] = [];
  t.after(async () => {
    for (const clean of undo) await clean();
  });
  const after = (clean: () => void | Promise<void>) => void undo.unshift(clean);
  return new Trial(after, await open(after));
}
