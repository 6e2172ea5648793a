/**
 * Takes the turns of one conversation until everything is done: a build in the background and a command beside it; when it
 * rings the next one, so many times. Killed anywhere and started again, it goes on.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { approvalOf } from '../../../src/agent/approval/approval.ts';
import { daemonTools } from '../../../src/agent/daemon-tools.ts';
import { ringsOf } from '../../../src/agent/rings-of-client.ts';
import { RunningConversation } from '../../../src/agent/run-conversation.ts';
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
const scripted = scriptedModel(({ messages }) =>
  decide(messages.filter(({ role }) => role === 'user').map(textOf), messages.at(-1)?.role === 'tool'),
);
const model = standIn === '' ? scripted : await open('chat', standIn);

const isDone = () =>
  textOf(store.history(session).at(-1)) === 'all done' && store.view(session).turn === undefined;

const env = { PATH: process.env.PATH ?? '', HOME: home };
const running = new RunningConversation(session, {
  store,
  model,
  rings: ringsOf(client),
  tools: async () =>
    daemonTools({ client, config: defaultConfig, session, workdir: '/tmp', env, hears: true }),
  instructions: () => 'Build it.',
  approval: approvalOf({ ...defaultConfig, agentApproval: 'ask' }, '/tmp', true),
  retryAt: () => undefined,
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
/** After each answer they leave for another conversation, and come back when it rings. */
function comeAndGo(): void {
  const { isOpen, turn, queued } = store.view(session);
  if (turn !== undefined || queued.person > 0 || isDone()) return;
  if (queued.ring === 0) running.leave();
  else if (!isOpen) store.reopen(session);
}

for (const act of [answerAll, comeAndGo]) {
  store.onChange(act);
  act();
}

await running.send('first', 'build');
// The life before may have been killed right at its end.
if (!isDone()) await running.run();
process.stdout.write(JSON.stringify(store.history(session)));
store.close();
