import { mkdir, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as z from 'zod/mini';
import { RingbackError } from '../../../base/errors.ts';
import { failpoint } from '../../../base/failpoint.ts';
import { isObject } from '../../../base/is-object.ts';
import { described } from '../../../base/schema.ts';
import { hasMark } from '../../../redact/marks.ts';
import { filledText, flag, text } from '../../../tools/parameters.ts';
import type { Tool } from '../../tool.ts';
import type { FileContext } from '../context.ts';
import { defineTool } from '../define-tool.ts';
import { stampOf } from '../fingerprint.ts';
import { placeOf } from '../place.ts';
import type { Edit } from './apply-edits.ts';
import { writeDurably } from './durable.ts';
import { type EditPlan, planEdit } from './plan-edit.ts';
import { changed, putInPlace } from './put-in-place.ts';
import type { EditRecord, EditRecords } from './records.ts';
import { loadTarget, realPlace, type Target } from './target.ts';

const editArguments = z.strictObject({
  path: filledText("Relative to the conversation's folder, ~, or absolute."),
  edits: described(
    z
      .array(
        z.strictObject({
          old: text('The exact text to replace; must be unique in the file. Empty: create the file.'),
          new: text('What takes its place.'),
          all: flag('Replace every occurrence.', false),
        }),
      )
      .check(z.minLength(1), z.maxLength(100)),
    'Applied in order, all or none.',
  ),
});

/** Replaces text in a file, once for each id of a call, whatever dies in between. */
export function editTool(context: FileContext, records: EditRecords): Tool {
  // One after the other: two edits of a file in one step would find it changed.
  let last: Promise<unknown> = Promise.resolve();
  const tool = defineTool({
    name: 'edit',
    description:
      'Replaces exact text in a file, or creates a file. Line ends and permissions stay as they are.',
    schema: editArguments,
    repeat: 'once',
    async execute({ path, edits }, { id, signal }) {
      refuseMarks(edits);
      signal.throwIfAborted();
      const output = await edit(context, records, { id, path, edits });
      return { output, isError: false };
    },
  });
  return {
    ...tool,
    execute(input, call) {
      const result = last.then(() => tool.execute(withoutNulls(input), call));
      last = result.catch(() => {});
      return result;
    },
  };
}

type Request = { readonly id: string; readonly path: string; readonly edits: readonly Edit[] };

async function edit(
  context: FileContext,
  records: EditRecords,
  { id, path, edits }: Request,
): Promise<string> {
  const earlier = await records.find(id);
  if (earlier?.isDone) return earlier.record.answer;
  const place = earlier?.record.path ?? (await realPlace(placeOf(context.folder, path)));
  const target = await loadTarget(place);
  if (earlier) {
    if (target?.hash === earlier.record.after) return finish(context, records, id, earlier.record);
    if ((target?.hash ?? null) !== earlier.record.before) throw changedByOthers(place);
  } else refuseUnseen(context, place, target);
  const planned = planEdit(context, place, target, { id, edits });
  const { record } = planned;
  failpoint('edit:before-record');
  await records.begin(id, record);
  failpoint('edit:after-record');
  try {
    await mkdir(dirname(place), { recursive: true });
    await writeDraft(planned, target);
    failpoint('edit:after-draft');
    await putInPlace(record.draft, place, target);
  } catch (error) {
    await rm(record.draft, { force: true });
    throw error;
  }
  return finish(context, records, id, record);
}

async function writeDraft({ record, after }: EditPlan, target: Target | undefined): Promise<void> {
  if (target) await writeDurably(record.draft, after, target.mode, target.owner);
  else await writeDurably(record.draft, after, 0o666 & ~process.umask());
}

/** The file is as it should be. */
async function finish(
  { seen }: FileContext,
  records: EditRecords,
  id: string,
  { path, draft, after, answer }: EditRecord,
): Promise<string> {
  await rm(draft, { force: true });
  const stats = await stat(path, { bigint: true }).catch(() => undefined);
  if (stats) seen.set(path, { stamp: stampOf(stats), hash: after });
  failpoint('edit:before-finish');
  await records.finish(id);
  failpoint('edit:after-finish');
  return answer;
}

function refuseMarks(edits: readonly Edit[]): void {
  if (!edits.some((edit) => hasMark(edit.old) || hasMark(edit.new))) return;
  throw new RingbackError(
    'bad_request',
    'The edit contains [REDACTED:…], which stands for a secret that you were not shown; nothing was changed.',
    'Leave that text out of "old" and "new", or change the file with a command.',
  );
}

/** What was never read is not refused: `old` has to match all the same. */
function refuseUnseen({ seen }: FileContext, path: string, target: Target | undefined): void {
  const known = seen.get(path);
  if (!known || !target) return;
  if (known.hash === undefined ? known.stamp !== target.stamp : known.hash !== target.hash)
    throw changed(path);
}

function changedByOthers(path: string): RingbackError {
  return new RingbackError(
    'bad_request',
    `This edit was interrupted, and meanwhile somebody else has changed ${path}: nothing was done now, and the edit may have been made before.`,
    'Read it again.',
  );
}

/** Strict schemas make some models write null for what they leave out. */
function withoutNulls(input: unknown): unknown {
  if (!isObject(input) || !Array.isArray(input.edits)) return input;
  const edits = input.edits.map((edit) =>
    isObject(edit) ? Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== null)) : edit,
  );
  return { ...input, edits };
}
