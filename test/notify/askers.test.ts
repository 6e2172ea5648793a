import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { removeFolder } from '../../src/base/remove-folder.ts';
import type { Client } from '../../src/client/client.ts';
import { createTools } from '../../src/tools.ts';
import type { NeedsInputEvent } from '../../src/wire/events.ts';
import type { WireNotification } from '../../src/wire/notification.ts';
import { CliHome, until } from '../cli/cli-home.ts';
import { notInstalled } from '../testbed/not-installed.ts';
import { askers, startLockedServer } from './askers.ts';

const TOLD_WITHIN_MS = 4_000;
const session = 'asked';

const home = new CliHome(after);
const client = home.client();
const folder = mkdtempSync(join(tmpdir(), 'rb-askers-'));
after(() => removeFolder(folder));
const { url, server } = await startLockedServer();
after(() => server.close());

const told: WireNotification[] = [];
const leaving = new AbortController();
after(() => leaving.abort());
void listen();

async function listen(): Promise<void> {
  for await (const turn of client.notifications.subscribe(session, { signal: leaving.signal })) {
    told.push(...turn.notifications);
    await turn.acknowledge();
  }
}

/** Each surface on which something can be typed, in turn. */
const surfaces: readonly ((id: string, text: string) => Promise<unknown>)[] = [
  (id, text) => client.submit(id, text),
  (id, text) => client.write(id, Buffer.from(`${text}\n`)),
  (id, text) => home.ok('submit', id, text),
  (id, text) => home.ok('write', id, `${text}\n`),
  (id, data) => processTool(client, { action: 'submit', session_id: id, data }),
  (id, data) => processTool(client, { action: 'write', session_id: id, data: `${data}\n` }),
];

async function processTool(of: Client, given: object): Promise<void> {
  const tool = createTools({ client: of }, { session, wakes: true }).find(({ name }) => name === 'process');
  const result = await tool?.execute(given);
  assert.equal(result?.error, undefined, JSON.stringify(result));
}

async function question(id: string, number: number): Promise<NeedsInputEvent> {
  const ofIt = () => told.filter(({ session_id, type }) => session_id === id && type === 'needs_input');
  await until(() => ofIt().length > number, `question ${number + 1}`);
  assert.equal(ofIt().length, number + 1);
  return ofIt()[number]?.event as NeedsInputEvent;
}

describe('issue 13 (promise 19): who asks is told of, and answered', { concurrency: true }, () => {
  askers(folder, url).forEach((asker, index) => {
    const { name, needs = [], command, program, questions, shows } = asker;
    it(name, { skip: notInstalled(...needs) }, async () => {
      const env = { PATH: process.env.PATH ?? '', HOME: folder, TERM: 'xterm', LC_ALL: 'C.UTF-8' };
      const how = asker.in === 'pipe' ? { stdin: true } : { pty: true };
      const { session_id: id } = await client.start({
        command,
        env,
        workdir: folder,
        shell: '/bin/bash',
        session_key: session,
        notify_on_complete: true,
        ...how,
      });
      for (const [number, { prompt, answer, ...expected }] of questions.entries()) {
        const event = await question(id, number);
        const { by, evidence, hidden } = event;
        assert.deepEqual({ by, evidence, hidden }, expected);
        assert.match(event.prompt, prompt);
        assert.match(event.program, program);
        const lastOutputAt = Date.now() - (await client.poll(id)).idle_seconds * 1000;
        const after = event.waiting_since - lastOutputAt;
        assert.ok(after <= TOLD_WITHIN_MS, `${after} ms`);
        await surfaces[(index + number) % surfaces.length]?.(id, answer);
      }
      await until(async () => shows.test((await client.poll(id)).output_preview), String(shows));
      await home.ok('kill', id);
    });
  });
});
