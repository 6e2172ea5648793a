/**
 * Takes the turns of one conversation until everything is done: a build in the background and a command beside it; when it
 * rings the next one, so many times. Killed anywhere and started again, it goes on.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { approvalOf } from '../../../src/agent/approval/approval.ts';
import { daemonTools } from '../../../src/agent/daemon-tools.ts';
import { ModelError } from '../../../src/agent/model.ts';
import { ringsOf } from '../../../src/agent/rings-of-client.ts';
import { RunningConversation } from '../../../src/agent/run-conversation.ts';
import { toMessages } from '../../../src/agent/store/entries.ts';
import { Store } from '../../../src/agent/store/store.ts';
import { defaultConfig } from '../../../src/base/config.ts';
import { Client } from '../../../src/client/client.ts';
import { open } from '../models/dialects.ts';
import { builder } from './builder.ts';
import { scriptedModel, textOf } from './scripted-model.ts';

const [home = '', effects = '', rounds = '1', standIn = ''] = process.argv.slice(2);
const client = new Client({ home });
const store = new Store(home);

// Known to the next life before anything is said in it.
const file = join(home, 'conversation');
if (!existsSync(file)) writeFileSync(file, store.create({ cwd: '/tmp', model: 'test/scripted' }).id);
const session = readFileSync(file, 'utf8');

const decide = builder(effects, Number(rounds));
const scripted = scriptedModel(({ messages }) => {
  if (messages.length > 6) throw new ModelError('too_long', 'Too long.');
  return decide(messages.filter(({ role }) => role === 'user').map(textOf), messages.at(-1)?.role === 'tool');
});
const model = standIn === '' ? scripted : await open('chat', standIn);

const isDone = () =>
  textOf(store.history(session).at(-1)) === 'all done' && store.view(session).turn === undefined;

const env = { PATH: process.env.PATH ?? '', HOME: home };
const common = {
  store,
  model,
  rings: ringsOf(client),
  retryAt: () => undefined,
};
const running = new RunningConversation(session, {
  ...common,
  tools: async () =>
    daemonTools({ client, config: defaultConfig, session, workdir: '/tmp', env, hears: true }),
  instructions: () => 'Build it.',
  approval: approvalOf({ ...defaultConfig, agentApproval: 'ask' }, '/tmp', true),
  onChange() {
    if (isDone()) running.close();
  },
});
/** The person: says no to one command, and yes to the others. */
function answerAll(): void {
  for (const { id, input } of store.approvals(session)) {
    const isForbidden = JSON.stringify(input).includes('never');
    running.answer(id, { answer: isForbidden ? 'deny' : 'allow', by: 'host' });
  }
}
/** Every other time they want a summary; otherwise the model finds it too long in the next turn. */
function shorten(): boolean {
  // The stand-in answers requests without tools by itself.
  if (standIn !== '') return false;
  const since = store.entries(session, store.lastSummary(session)?.covers);
  const rings = store.entries(session).filter(({ kind }) => kind === 'ring').length;
  if (!store.view(session).isOpen || since.length < 3 || rings % 2 === 0) return false;
  running.compact();
  return true;
}

/** After each answer they leave for another conversation, and come back when it rings. */
function comeAndGo(): void {
  const { isOpen, turn, queued } = store.view(session);
  if (turn !== undefined || queued.person > 0 || isDone()) return;
  if (queued.ring === 0) {
    if (!shorten()) running.leave();
  } else if (!isOpen) store.reopen(session);
}

for (const act of [answerAll, comeAndGo]) {
  store.onChange(act);
  act();
}

// A summary of nothing is no summary.
const empty = store.create({ cwd: '/tmp', model: 'test/scripted' });
const short = new RunningConversation(empty.id, {
  ...common,
  tools: async () => [],
  instructions: () => '',
  onChange() {
    if (store.unfinished().every((id) => id !== empty.id)) short.close();
  },
});
short.compact();
await short.run();

await running.send('first', 'build');
// The life before may have been killed right at its end.
if (!isDone()) await running.run();
process.stdout.write(JSON.stringify(toMessages(store.entries(session))));
store.close();
