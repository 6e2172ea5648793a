import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { CliHome, isAlive, until } from '../cli/cli-home.ts';
import { AcpEditor } from '../testbed/acp-editor.ts';

const agent = join(import.meta.dirname, 'fixtures/agent.ts');

/** `ringback acp` with the smallest agent, and an editor at its other end. */
async function host(home: CliHome, t: TestContext, ...args: string[]): Promise<AcpEditor> {
  const child = home.spawn(['acp', '--', process.execPath, agent, ...args], { TMPDIR: home.folder });
  t.after(() => void child.kill('SIGKILL'));
  const editor = new AcpEditor(child);
  await editor.initialize();
  return editor;
}

/** What hosts keep outside of a home, in a folder of this test's. */
const leftIn = (folder: string): string[] =>
  readdirSync(folder).filter((name) => name.startsWith('ringback-acp-'));

/** Everything that the agent was asked, by whomever. */
const askedOf = (editor: AcpEditor): string[] =>
  editor.notes.filter(({ method }) => method === 'test/asked').map(({ params }) => String(params?.text));
const wasAsked = (editor: AcpEditor, text: string): Promise<void> =>
  until(() => askedOf(editor).some((one) => one.includes(text)), `the question ${text}`);
const shown = (editor: AcpEditor): string[] =>
  editor.updates.filter(({ kind }) => kind === 'user_message_chunk').map(({ text }) => text);

async function notify(home: CliHome, session: string, text: string): Promise<void> {
  await home.client().notifications.notify(`tiny:${session}`, { type: 'note', text });
}

async function areDelivered(home: CliHome, session: string, count: number): Promise<void> {
  const history = () => home.client().notifications.history({ session_key: `tiny:${session}` });
  const isDone = async () => (await history()).filter(({ state }) => state === 'delivered').length === count;
  await until(isDone, `${count} delivered notifications`);
}

/** Somebody listens: what is told from now on comes as a turn. */
async function isHeard(home: CliHome, session: string): Promise<void> {
  await notify(home, session, 'are you there?');
  await areDelivered(home, session, 1);
}

test('what is told to a session becomes one turn, which the editor sees, and whose answer it does not', async (t) => {
  const home = new CliHome((clean) => t.after(clean));
  const editor = await host(home, t);
  const session = await editor.newSession('/');
  await notify(home, session, 'it-is-done');
  await editor.heard(({ text }) => /you said.*it-is-done/s.test(text), 'the turn');
  await areDelivered(home, session, 1);
  assert.equal(askedOf(editor).length, 1);
  assert.match(shown(editor).join(), /it-is-done/);
  assert.equal((await editor.prompt(session, 'hello')).stopReason, 'end_turn');
  assert.deepEqual(editor.strays, []);
  assert.equal(leftIn(home.folder).length, 1);
  assert.equal(await editor.leave(), 0);
  assert.deepEqual(leftIn(home.folder), []);
});

test('a busy agent gets its turn afterwards, everything as one', async (t) => {
  const home = new CliHome((clean) => t.after(clean));
  const editor = await host(home, t);
  const session = await editor.newSession('/');
  await isHeard(home, session);
  editor.send({ method: 'test/hold' });
  const answer = editor.prompt(session, 'work');
  await wasAsked(editor, 'work');
  for (const text of ['first-thing', 'second-thing']) await notify(home, session, text);
  editor.send({ method: 'test/release' });
  await answer;
  await areDelivered(home, session, 3);
  const [, , turn = '', ...more] = askedOf(editor);
  assert.match(turn, /first-thing.*second-thing/s);
  assert.deepEqual(more, []);
});

test('what the agent has learned while it was busy it is not told again', async (t) => {
  const home = new CliHome((clean) => t.after(clean));
  const editor = await host(home, t);
  const session = await editor.newSession('/');
  await isHeard(home, session);
  editor.send({ method: 'test/hold' });
  const answer = editor.prompt(session, 'work');
  await wasAsked(editor, 'work');
  const key = `tiny:${session}`;
  const id = await home.start('--notify', '--session', key, '--', 'true');
  const isSent = async () =>
    (await home.client().notifications.history({ process: id }))[0]?.state === 'sent';
  await until(isSent, 'the notification at the host');
  await home.client().wait(id, { session_key: key });
  await notify(home, session, 'something-else');
  editor.send({ method: 'test/release' });
  await answer;
  await areDelivered(home, session, 2);
  assert.doesNotMatch(askedOf(editor).join(), new RegExp(id));
});

test("the editor's prompt waits while we have the turn", async (t) => {
  const home = new CliHome((clean) => t.after(clean));
  const editor = await host(home, t);
  const session = await editor.newSession('/');
  editor.send({ method: 'test/hold' });
  await notify(home, session, 'it-is-done');
  await wasAsked(editor, 'it-is-done');
  const answer = editor.prompt(session, 'a question');
  // Passed on after it: had the agent been asked, it would have said so before.
  await editor.request('session/load', { sessionId: 'another', cwd: '/', mcpServers: [] });
  assert.equal(askedOf(editor).length, 1);
  editor.send({ method: 'test/release' });
  assert.equal((await answer).stopReason, 'end_turn');
  assert.match(askedOf(editor)[1] ?? '', /a question/);
});

test('an agent that refuses is asked again, and the editor shown it once', async (t) => {
  const home = new CliHome((clean) => t.after(clean));
  const editor = await host(home, t);
  const session = await editor.newSession('/');
  editor.send({ method: 'test/refuse' });
  await notify(home, session, 'it-is-done');
  await areDelivered(home, session, 1);
  assert.equal(askedOf(editor).length, 2);
  assert.equal(shown(editor).length, 1);
  assert.match(editor.complaints, /not now/);
});

test('the death of the daemon between the prompt and its acknowledgement: one turn', async (t) => {
  const home = new CliHome((clean) => t.after(clean));
  const editor = await host(home, t);
  const session = await editor.newSession('/');
  editor.send({ method: 'test/hold' });
  await notify(home, session, 'it-is-done');
  await wasAsked(editor, 'it-is-done');
  await home.killDaemon();
  // The next one tells everything that is open, together with what is new.
  await notify(home, session, 'and-more');
  editor.send({ method: 'test/release' });
  await areDelivered(home, session, 2);
  const asked = askedOf(editor);
  assert.equal(asked.filter((text) => text.includes('it-is-done')).length, 1);
  assert.equal(asked.filter((text) => text.includes('and-more')).length, 1);
});

test('the death of the host: the agent goes too, and a loaded session is told what it was not', async (t) => {
  const home = new CliHome((clean) => t.after(clean));
  const first = await host(home, t, 'stays');
  const session = await first.newSession('/');
  await isHeard(home, session);
  // What the agent says of it comes another way than that it was told.
  await until(() => askedOf(first).length > 0, 'the question');
  const pid = Number(first.notes.find(({ method }) => method === 'test/asked')?.params?.pid);
  assert.ok(isAlive(pid));
  process.kill(first.pid, 'SIGKILL');
  await until(() => !isAlive(pid), 'the end of the agent');
  await until(() => leftIn(home.folder).length === 0, 'the end of its folder');
  await notify(home, session, 'it-is-done');

  const second = await host(home, t);
  await second.loadSession(session, '/');
  await areDelivered(home, session, 2);
  assert.equal(askedOf(second).length, 1);
  assert.match(askedOf(second).join(), /it-is-done/);
});

test('the death of the host while the agent shows no sign of the prompt yet: it comes again, rather than never', async (t) => {
  const home = new CliHome((clean) => t.after(clean));
  const first = await host(home, t);
  const session = await first.newSession('/');
  first.send({ method: 'test/hold' });
  await notify(home, session, 'it-is-done');
  await wasAsked(first, 'it-is-done');
  process.kill(first.pid, 'SIGKILL');
  await first.ended();

  const second = await host(home, t);
  await second.loadSession(session, '/');
  await areDelivered(home, session, 1);
  assert.match(askedOf(second).join(), /it-is-done/);
});

test('an editor that leaves takes along an agent that would stay', async (t) => {
  const home = new CliHome((clean) => t.after(clean));
  const editor = await host(home, t, 'stays');
  assert.equal(await editor.leave(), 128 + 15);
});

test('the exit code is that of the agent', async (t) => {
  const home = new CliHome((clean) => t.after(clean));
  const editor = await host(home, t);
  editor.send({ method: 'test/exit', params: { code: 7 } });
  assert.equal(await editor.ended(), 7);
});

test('an agent that is not there is named', async (t) => {
  const home = new CliHome((clean) => t.after(clean));
  const { code, stderr } = await home.run(['acp', '--', '/no/such/agent', '--acp']);
  assert.equal(code, 1);
  assert.match(stderr, /\/no\/such\/agent.*\nGive the command/);
});
