import type { WireRingerKind } from '../../wire/ringer.ts';
import { UsageError } from '../usage-error.ts';
import { parseSettings } from './settings.ts';

type Target = {
  readonly session: string;
  readonly kind: string;
  readonly settings: Readonly<Record<string, unknown>>;
};

/** `[SESSION] KIND [KEY=VALUE…]`. */
export function parseTarget(
  words: readonly string[],
  ownSession: string | undefined,
  kinds: readonly WireRingerKind[],
): Target {
  const names = kinds.map(({ kind }) => kind);
  const at = words.slice(0, 2).findLastIndex((word) => names.includes(word));
  const kind = kinds.find((one) => one.kind === words[at]);
  if (!kind) {
    const wanted = words.slice(0, 2).findLast((word) => !word.includes('='));
    throw new UsageError(
      wanted === undefined ? 'missing argument: KIND' : `unknown kind of ringer '${wanted}'`,
      `Usage: ringback ring add [SESSION] KIND [KEY=VALUE…]. Kinds: ${names.join(', ')}`,
    );
  }
  const session = at === 1 ? words[0] : ownSession;
  if (session === undefined || session === '')
    throw new UsageError('missing argument: SESSION', 'Give it before the kind, or set RINGBACK_SESSION.');
  return { session, kind: kind.kind, settings: parseSettings(words.slice(at + 1), kind) };
}
