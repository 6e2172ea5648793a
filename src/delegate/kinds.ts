import type { DelegateKind } from '../wire/delegation.ts';
import type { Runner } from './runner.ts';

/** Every kind of delegate; a new one is a row here. Only the one that is asked for is loaded. */
const kinds: Readonly<Record<DelegateKind, () => Promise<Runner>>> = {
  own: async () => (await import('./own/own.ts')).own,
  'claude-code': async () => (await import('./kinds/claude-code/claude-code.ts')).claudeCode,
  codex: async () => (await import('./kinds/codex/codex.ts')).codex,
  opencode: async () => (await import('./kinds/opencode/opencode.ts')).opencode,
  gemini: async () => (await import('./kinds/gemini/gemini.ts')).gemini,
  pi: async () => (await import('./kinds/pi/pi.ts')).pi,
};

/** Undefined: there is no such kind. */
export async function runnerOf(to: string): Promise<Runner | undefined> {
  return isKind(to) ? kinds[to]() : undefined;
}

function isKind(to: string): to is DelegateKind {
  return Object.hasOwn(kinds, to);
}

export function kindNames(): readonly string[] {
  return Object.keys(kinds);
}
