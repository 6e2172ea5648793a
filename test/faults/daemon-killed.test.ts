import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { canConnect } from '../../src/client/can-connect.ts';
import type { Client } from '../../src/client/client.ts';
import { env, until } from '../engine/test-home.ts';
import { amount } from './support/amount.ts';
import { FaultHome } from './support/home.ts';
import { daemonsIn, endIfThere, keepersIn, pidsOf } from './support/proc.ts';
import { type Random, seededRandom } from './support/random.ts';
import { checkTalk, talker } from './support/talker.ts';

const PROCESSES = 20;

/** One client that has started a process, follows it and types to it, whatever happens to the daemon. */
class Talk {
  readonly client: Client;
  readonly id: string;
  readonly code: number;
  readonly following: Promise<void>;
  readonly telling: Promise<void>;
  told = 0;
  /** What a follower got, across all daemons. */
  followed = '';
  isOver = false;

  constructor(client: Client, id: string, code: number, random: Random) {
    this.client = client;
    this.id = id;
    this.code = code;
    this.following = this.#follow();
    this.telling = this.#tell(random);
    // Looked at when the talk is over; a failure before that is not to end the test in the middle.
    this.following.catch(() => {});
    this.telling.catch(() => {});
  }

  async #follow(): Promise<void> {
    for await (const event of this.client.follow(this.id, { from: 0 }))
      if (event.type === 'output') this.followed += event.bytes.toString();
  }

  async #tell(random: Random): Promise<void> {
    const writer = this.client.writer(this.id);
    for (; !this.isOver; this.told += 1) {
      await writer.submit(String(this.told));
      await sleep(random.below(100));
    }
  }
}

async function startTalk(home: FaultHome, code: number, random: Random): Promise<Talk> {
  const client = home.client();
  const { session_id } = await client.start({ command: talker(code), workdir: '/tmp', env, stdin: true });
  return new Talk(client, session_id, code, random);
}

async function readAll(client: Client, id: string): Promise<string> {
  let text = '';
  for await (const event of client.read(id, { from: 0 })) {
    assert.notEqual(event.type, 'gap');
    if (event.type === 'output') text += event.bytes.toString();
  }
  return text;
}

/** Ends the talk and checks all that was said. */
async function endTalk(talk: Talk): Promise<void> {
  talk.isOver = true;
  await talk.telling;
  await talk.client.submit(talk.id, 'end');
  const result = await talk.client.wait(talk.id, { timeout: 30 });
  assert.equal(result.status, 'exited');
  assert.equal(result.status === 'exited' && result.exit_code, talk.code);
  await talk.following;
  const output = await readAll(talk.client, talk.id);
  checkTalk(output, talk.told);
  assert.equal(talk.followed, output, 'the follower has every byte once');
}

/** At a random moment of a daemon's life, now and then before it has answered anybody. */
async function killDaemon(home: FaultHome, random: Random): Promise<void> {
  if (random.below(8) > 0) await until(() => canConnect(home.folder), 'a daemon that answers');
  else await until(() => daemonsIn(home.folder).length > 0, 'a daemon on its way');
  await sleep(random.below(250));
  const daemons = daemonsIn(home.folder);
  for (const pid of daemons) endIfThere(pid);
  if (daemons.length === 0) await killDaemon(home, random);
}

function startTalks(home: FaultHome, count: number, random: Random): Promise<Talk[]> {
  return Promise.all(Array.from({ length: count }, (_, i) => startTalk(home, 10 + i, random)));
}

test(`promise 1: ${PROCESSES} processes, the daemon killed again and again: every line once, every exit code, stdin usable`, async (t) => {
  const random = seededRandom(t);
  const home = new FaultHome(t);
  const starting = startTalks(home, PROCESSES, random);
  for (let kills = 0; kills < amount(2, 5); kills += 1) await killDaemon(home, random);
  const talks = await starting;
  for (let kills = 0; kills < amount(8, 45); kills += 1) await killDaemon(home, random);
  assert.equal(
    (await home.client().list()).processes.length,
    PROCESSES,
    'no start was lost, none came twice',
  );
  await Promise.all(talks.map(endTalk));
  await until(() => keepersIn(home.folder).length === 0, 'all keepers to leave');
});

/** The keeper of a talk was killed: no more than the truth may be known. */
async function checkOrphan(talk: Talk): Promise<void> {
  talk.isOver = true;
  await talk.telling.catch(() => {});
  const process = await talk.client.get(talk.id);
  assert(process.status === 'lost' || (process.status === 'running' && process.detached), process.status);
  assert.equal(process.exit_code, null, 'a status is never invented');
  assert.notEqual(process.note ?? '', '');
  const killed = await talk.client.kill(talk.id);
  assert.deepEqual(killed.survivors, []);
  assert.equal(killed.exit_code, null);
  assert.deepEqual(pidsOf(talk.id), []);
  assert.equal((await talk.client.get(talk.id)).status, 'lost');
  checkTalk(await readAll(talk.client, talk.id), talk.told, false);
}

for (const alsoDaemon of [false, true]) {
  test(`promises 3, 4: keepers${alsoDaemon ? ' and the daemon' : ''} killed at random: theirs are detached or lost, the others whole`, async (t) => {
    const random = seededRandom(t);
    const home = new FaultHome(t);
    for (let round = 0; round < amount(1, 5); round += 1) {
      const talks = await startTalks(home, 8, random);
      const orphans: Talk[] = [];
      for (const talk of talks.filter((_, i) => i % 2 === 0)) {
        await sleep(random.below(100));
        const [keeper] = keepersIn(home.folder, talk.id);
        endIfThere(keeper ?? assert.fail('it has no keeper'));
        orphans.push(talk);
        if (alsoDaemon) await killDaemon(home, random);
      }
      await until(async () => {
        const states = await Promise.all(orphans.map(({ client, id }) => client.get(id)));
        return states.every(({ status, detached }) => status === 'lost' || detached === true);
      }, 'the engine to notice');
      for (const talk of orphans) await checkOrphan(talk);
      await Promise.all(talks.filter((talk) => !orphans.includes(talk)).map(endTalk));
    }
  });
}
