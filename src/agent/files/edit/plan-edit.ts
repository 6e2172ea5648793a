import { dirname, join } from 'node:path';
import { RingbackError } from '../../../base/errors.ts';
import { shortHash } from '../../../base/short-hash.ts';
import type { FileContext } from '../context.ts';
import { hashOf } from '../fingerprint.ts';
import { shownPath } from '../place.ts';
import { applyEdits, type Edit } from './apply-edits.ts';
import type { EditRecord } from './records.ts';
import type { Target } from './target.ts';

export type EditPlan = { readonly record: EditRecord; readonly after: Buffer };

type Request = { readonly id: string; readonly edits: readonly Edit[] };

/** So many lines are named in an answer. */
const MOST_NAMED = 10;

/** Everything that is decided: no file is touched yet. */
export function planEdit(
  { redactor }: FileContext,
  path: string,
  target: Target | undefined,
  { id, edits }: Request,
): EditPlan {
  const name = shownPath(redactor, path);
  if (!target && edits[0]?.old !== '')
    throw new RingbackError('not_found', `There is no ${name}.`, 'An edit with an empty "old" creates it.');
  if (target?.bytes.includes(0))
    throw new RingbackError('bad_request', `${name} is no text.`, 'Change it with a program in a terminal.');
  const { after, lines } = applyEdits(target?.bytes ?? Buffer.alloc(0), edits, name);
  const record = {
    path,
    draft: join(dirname(path), `.ringback-${shortHash(id, 16)}.draft`),
    before: target?.hash ?? null,
    after: hashOf(after),
    answer: answerTo(name, target, lines),
  };
  return { record, after };
}

function answerTo(name: string, target: Target | undefined, lines: readonly number[]): string {
  if (!target) return `Created ${name}.`;
  const listed = lines.slice(0, MOST_NAMED).join(', ') + (lines.length > MOST_NAMED ? ', …' : '');
  const user = process.geteuid?.() ?? 0;
  return [
    `Edited ${name}: ${lines.length} ${lines.length === 1 ? 'place' : 'places'} (line ${listed}).`,
    ...(target.links > 1 ? ['It had other names (hard links): those still have the old text.'] : []),
    ...(user !== 0 && user !== target.owner.uid ? ['It belonged to another user, and is yours now.'] : []),
  ].join(' ');
}
