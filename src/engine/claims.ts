import type { Backend } from '../backends/backend.ts';
import { type Context, keepOf } from './context.ts';
import { removeKeep } from './remove-keep.ts';

/** A keeper of a dead engine's launcher may still be on its way to a keep that was claimed; after this it is not. */
const CLAIM_MS = 60_000;

/** A claimed keep is what stops a late keeper, so it goes, here and there, only when none can come any more. */
export function removeClaimLater(
  context: Pick<Context, 'home' | 'closing'>,
  id: string,
  backend: Pick<Backend, 'remove'>,
): void {
  const remove = async () => {
    await backend.remove(id).catch(() => {});
    await removeKeep(keepOf(context, id));
  };
  const timer = setTimeout(() => void remove(), CLAIM_MS);
  timer.unref();
  context.closing.addEventListener('abort', () => clearTimeout(timer), { once: true });
}
