import type { Context } from './context.ts';
import { removeKeep } from './remove-keep.ts';

/** A keeper of a dead engine's launcher may still be on its way to a keep that was claimed; after this it is not. */
const CLAIM_MS = 60_000;

/** A claimed keep is what stops a late keeper, so it goes only when none can come any more. */
export function removeClaimLater(context: Context, keep: string): void {
  const timer = setTimeout(() => void removeKeep(keep), CLAIM_MS);
  timer.unref();
  context.closing.addEventListener('abort', () => clearTimeout(timer), { once: true });
}
