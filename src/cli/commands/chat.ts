import { isatty } from 'node:tty';
import { formatAge } from '../../base/age.ts';
import { readImage } from '../../base/image.ts';
import { choose } from '../chat/choose.ts';
import { patiently } from '../chat/patiently.ts';
import { formatTable, shorten } from '../format/table.ts';
import { terminalWidth } from '../format/width.ts';
import type { Invocation } from '../invocation.ts';
import { tellUser, writeClean, writeJson, writeLine } from '../out.ts';
import type { Action } from '../specs.ts';
import { UsageError } from '../usage-error.ts';

type Chat = Invocation<'chat'>;

const MOST_OF_FOLDER = 60;

const actions: { [Name in NonNullable<Action<'chat'>>]: (invocation: Chat) => Promise<number> } = {
  ls: list,
  export: exportOne,
};

export async function main(invocation: Chat): Promise<number> {
  const { action } = invocation;
  return action === undefined ? talk(invocation) : actions[action](invocation);
}

async function talk({ values, client, home, json, positionals }: Chat): Promise<number> {
  if (positionals.length > 0) throw new UsageError(`what is ${positionals[0]}?`, 'To say something: -p TEXT');
  if (
    Number(values.new ?? false) + Number(values.continue ?? false) + Number(values.resume !== undefined) >
    1
  )
    throw new UsageError('--new, --continue and --resume exclude each other');
  const { print } = values;
  if (print?.trim() === '') throw new UsageError('-p says nothing', 'To say something: -p TEXT');
  if (json && print === undefined)
    throw new UsageError(
      '--json goes with -p, ls or export',
      'A program that talks for longer uses HTTP or the library.',
    );
  const images = await Promise.all((values.image ?? []).map(readImage));
  const hears = print === undefined;
  const variables = ownVariables();
  const find = () => choose(client, values, { cwd: process.cwd(), variables, hears });
  if (hears && hasScreen()) {
    // It draws first, and then asks.
    const { talkOnScreen } = await import('../chat/screen/open-screen.ts');
    const files = values.image ?? [];
    return talkOnScreen({
      client,
      home,
      variables,
      choose: find,
      images: files,
    });
  }
  const { conversation, isNew } = await patiently(find);
  const { conversation_id: id, cwd, model, trouble } = conversation;
  if (trouble?.retry_at === null) {
    if (json) writeJson({ conversation_id: id, text: '', failure: trouble.message });
    tellUser(trouble.message);
    return 1;
  }
  if (!isNew) tellUser(`${id}, in ${cwd}, with ${model}`);
  if (print === undefined) {
    const { converse } = await import('../chat/converse.ts');
    return converse(conversation, { client, variables, images });
  }
  const { answerOnce } = await import('../chat/answer-once.ts');
  return answerOnce(conversation, { client, text: print, images, json });
}

/** Where lines cannot be drawn over, plain ones are written. */
function hasScreen(): boolean {
  return isatty(0) && isatty(1) && process.env.TERM !== 'dumb';
}

async function list({ client, json }: Chat): Promise<number> {
  const rows = [['ID', 'LAST', 'FOLDER', 'BEGINS WITH']];
  let cursor: string | undefined;
  do {
    const page = await client.conversations.list(cursor === undefined ? {} : { cursor });
    for (const one of page.conversations) {
      if (json) writeJson(one);
      rows.push([
        one.conversation_id,
        formatAge(Date.now() - Date.parse(one.changed_at)),
        shorten(one.cwd, MOST_OF_FOLDER),
        one.begins,
      ]);
    }
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  if (json) return 0;
  if (rows.length === 1) tellUser('There are no conversations yet. Begin one: ringback chat');
  else writeLine(formatTable(rows, terminalWidth()));
  return 0;
}

/** To be read; with `--json` for programs. */
async function exportOne({ client, json, positionals: [id, ...more] }: Chat): Promise<number> {
  if (id === undefined || more.length > 0)
    throw new UsageError('export takes one id', 'See: ringback chat ls');
  const { markdown, ...rest } = await client.conversations.export(id, json ? 'json' : 'markdown');
  if (json) writeJson(rest);
  else writeClean(markdown ?? '');
  return 0;
}

function ownVariables(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
