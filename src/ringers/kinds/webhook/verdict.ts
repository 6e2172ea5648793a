import type { Rung } from '../../ringer.ts';
import type { Answer } from './post.ts';

/** Statuses that ask for another try, and say that nothing was taken. */
const LATER = new Set([408, 409, 425, 429, 503]);

/** What an answer means (docs/agents/webhook.md has it as a table). */
export function toRung(answer: Answer, now: number): Rung {
  if ('problem' in answer) {
    const { problem: reason, isSent } = answer;
    return isSent ? { outcome: 'unknown', reason } : { outcome: 'refused', reason, isPermanent: false };
  }
  const { status, text } = answer;
  if (status >= 200 && status < 300) return { outcome: 'admitted' };
  const words = text.replace(/\s+/g, ' ').trim();
  const reason = `the receiver answered ${status}${words && `: ${words}`}`;
  const again = againIn(answer.retryAfter, now);
  if (LATER.has(status)) return { outcome: 'refused', reason, isPermanent: false, ...again };
  // It may have failed after it had done its work.
  if (status >= 500) return { outcome: 'unknown', reason, ...again };
  if (status >= 300 && status < 400)
    return { outcome: 'refused', reason: `${reason}; redirects are not followed`, isPermanent: true };
  return { outcome: 'refused', reason, isPermanent: true };
}

/** `Retry-After`: seconds, or a date. */
function againIn(value: string | undefined, now: number): { againInMs?: number } {
  if (value === undefined) return {};
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return ms > 0 ? { againInMs: ms } : {};
}
