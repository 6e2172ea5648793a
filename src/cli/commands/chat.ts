import { openModel, pickModel } from '../../agent/models/open-model.ts';
import { listConversations } from '../../agent/store/list.ts';
import { Store } from '../../agent/store/store.ts';
import { loadConfig } from '../../base/load-config.ts';
import { answerOnce } from '../chat/answer-once.ts';
import { choose } from '../chat/choose.ts';
import { converse } from '../chat/converse.ts';
import { formatTable } from '../format/table.ts';
import { terminalWidth } from '../format/width.ts';
import type { Invocation } from '../invocation.ts';
import { tellUser, writeJson, writeLine } from '../out.ts';

type Chat = Invocation<'chat'>;

export async function main(invocation: Chat): Promise<number> {
  if (invocation.action === 'ls') return list(invocation);
  const store = new Store(invocation.home);
  try {
    return await talk(store, invocation);
  } finally {
    store.close();
  }
}

async function talk(store: Store, { home, values, client }: Chat): Promise<number> {
  const config = await loadConfig(home);
  const env = Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  const chosen = choose(store, values);
  const choice = await pickModel(values.model ?? chosen?.model, config, env);
  if (choice.kind === 'none') {
    for (const line of choice.lines) tellUser(line);
    return 1;
  }
  const model = await openModel(choice, config, env);
  const conversation = chosen ?? store.create({ cwd: process.cwd(), model: model.name });
  if (chosen) tellUser(`${chosen.id}, in ${chosen.cwd}, with ${model.name}`);
  const options = { home, store, client, config, model, env };
  if (values.print !== undefined) return answerOnce(conversation, options, values.print);
  return converse(conversation, options);
}

function list({ home, json }: Chat): number {
  const all = listConversations(home);
  if (json) for (const { createdAt, ...one } of all) writeJson({ ...one, created_at: toTime(createdAt) });
  else if (all.length === 0) tellUser('There are no conversations yet. Begin one: ringback chat');
  else {
    const rows = all.map(({ id, createdAt, cwd, begins }) => [id, toTime(createdAt), cwd, begins]);
    writeLine(formatTable([['ID', 'BEGAN', 'FOLDER', 'BEGINS WITH'], ...rows], terminalWidth()));
  }
  return 0;
}

function toTime(ms: number): string {
  return new Date(ms).toISOString();
}
