import { isObject } from '../../base/is-object.ts';
import type { Fields } from './peer.ts';

/** The answer to `session/request_permission`: for this one call, where the agent offers that. */
export function answerTo(options: unknown, isAllowed: boolean): Fields {
  const offered = Array.isArray(options) ? options.filter(isObject) : [];
  const kinds = isAllowed ? ['allow_once', 'allow_always'] : ['reject_once', 'reject_always'];
  const chosen = kinds.flatMap((kind) => offered.filter((option) => option.kind === kind))[0];
  return { outcome: chosen ? { outcome: 'selected', optionId: chosen.optionId } : { outcome: 'cancelled' } };
}
