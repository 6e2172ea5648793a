import type { Rung } from '../../ringer.ts';
import type { Answer } from './post-hook.ts';

/** Statuses with which OpenClaw says that nothing was begun. `isForGood`: nor will it be, as things are set up. */
const refusals: Readonly<Record<number, { readonly reason: string; readonly isForGood: boolean }>> = {
  400: { reason: 'OpenClaw refuses it', isForGood: true },
  401: { reason: 'OpenClaw does not know this token: it must be its hooks.token', isForGood: true },
  // Also while it starts.
  404: { reason: 'OpenClaw has no hooks there: set hooks.enabled, and look at hooks.path', isForGood: false },
  405: { reason: 'what answers there is no OpenClaw', isForGood: true },
  408: { reason: 'OpenClaw has not read all of it', isForGood: false },
  409: { reason: 'the session cannot take it now', isForGood: false },
  413: { reason: 'it is too long for OpenClaw', isForGood: true },
  429: { reason: 'OpenClaw has heard too many wrong tokens', isForGood: false },
  502: { reason: 'OpenClaw could not prepare it', isForGood: false },
  503: { reason: 'OpenClaw is busy, or about to start again', isForGood: false },
};

export function toRung(answer: Answer): Rung {
  if ('broke' in answer)
    return answer.wasReached
      ? { outcome: 'unknown', reason: `the connection to OpenClaw broke (${answer.broke})` }
      : { outcome: 'refused', reason: `OpenClaw is not there (${answer.broke})`, isPermanent: false };
  const { status, isTaken, error, againInMs } = answer;
  if (status === 200)
    return isTaken
      ? { outcome: 'admitted' }
      : { outcome: 'refused', reason: 'what answers there is no OpenClaw', isPermanent: false };
  const detail = error === '' ? '' : `: ${error}`;
  const { reason, isForGood } = refusals[status] ?? {};
  if (reason === undefined) return { outcome: 'unknown', reason: `OpenClaw answered ${status}${detail}` };
  return { outcome: 'refused', reason: reason + detail, isPermanent: isForGood === true, againInMs };
}
