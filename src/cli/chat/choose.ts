import type { Conversation, Store } from '../../agent/store/store.ts';
import { UsageError } from '../usage-error.ts';

const HELP = 'See: ringback chat ls';

/** The conversation that somebody wants to go on with; undefined: a new one. */
export function choose(
  store: Store,
  { continue: isLast, resume }: { readonly continue?: boolean; readonly resume?: string },
): Conversation | undefined {
  if (isLast) return store.latest();
  if (resume === undefined) return undefined;
  const [id, other] = store.idsFrom(resume);
  if (id === undefined) throw new UsageError(`there is no conversation ${resume}`, HELP);
  if (other !== undefined) throw new UsageError(`${resume} may be ${id} or ${other}`, HELP);
  return store.get(id);
}
