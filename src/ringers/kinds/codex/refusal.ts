import type { Rung } from '../../ringer.ts';
import { RequestRefused } from './app-server.ts';
import { Unreached } from './unreached.ts';

/** Of JSON-RPC: the server broke while it was at it. */
const INTERNAL_ERROR = -32_603;
/** No request, no such method, not its parameters: it stays so. */
const MISTAKES = [-32_600, -32_601, -32_602];

export function isNoSuchThread(error: unknown): boolean {
  return error instanceof RequestRefused && error.message.includes('no rollout found');
}

/** What came instead of a yes. */
export function whyNotTaken(error: unknown): Rung {
  const { message: reason } = error as Error;
  if (error instanceof Unreached) return { outcome: 'refused', reason, isPermanent: error.isPermanent };
  if (isNoSuchThread(error)) {
    const missing = 'Codex has no such thread (any more, or not under this CODEX_HOME)';
    return { outcome: 'refused', reason: missing, isPermanent: true };
  }
  if (!(error instanceof RequestRefused) || error.code === INTERNAL_ERROR)
    return { outcome: 'unknown', reason };
  return { outcome: 'refused', reason, isPermanent: MISTAKES.includes(error.code) };
}
