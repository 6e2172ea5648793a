/** All of askers.ts, side by side, in one place and as one user. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import type { Client } from '../../src/client/client.ts';
import { createTools } from '../../src/tools.ts';
import type { NeedsInputEvent } from '../../src/wire/events.ts';
import type { WireNotification } from '../../src/wire/notification.ts';
import type { WireStart } from '../../src/wire/start.ts';
import { type CliHome, until } from '../cli/cli-home.ts';
import { notOnPath } from '../testbed/not-installed.ts';
import { type Asker, askers, type Looker } from './askers.ts';

const TOLD_WITHIN_MS = 4_000;
const session = 'asked';

type Undo = (clean: () => void | Promise<void>) => void;

export type AskingPlace = {
  readonly home: CliHome;
  /** Where commands run, if not on this machine. */
  readonly environment?: string;
  /** A folder there in which they may make theirs. */
  readonly folder: string;
  readonly sshPort: number;
};

export type Options = Looker & {
  readonly skip?: string | false;
  /** Where programs are found there. */
  readonly path?: string;
};

export function describeAskers(where: string, open: (undo: Undo) => Promise<AskingPlace>, options: Options) {
  const { skip = false, path = process.env.PATH ?? '' } = options;
  const undo: (() => void | Promise<void>)[] = [];
  describe(`issue 13 (promise 19): who asks is told of, and answered: ${where}`, {
    concurrency: true,
    skip,
  }, () => {
    let asking: Asking;
    before(async () => {
      const place = await open((clean) => undo.unshift(clean));
      asking = new Asking(place, path, await startLockedServer((clean) => undo.unshift(clean)));
      undo.unshift(() => asking.leave());
    });
    after(async () => {
      for (const clean of undo) await clean();
    });
    askers(options).forEach((asker, index) => {
      it(asker.name, { skip: notOnPath(path, asker.needs ?? []) }, () => asking.answer(asker, index));
    });
  });
}

class Asking {
  readonly #place: AskingPlace;
  readonly #client: Client;
  readonly #env: Readonly<Record<string, string>>;
  readonly #told: { readonly notification: WireNotification; readonly at: number }[] = [];
  readonly #leaving = new AbortController();

  constructor(place: AskingPlace, path: string, url: string) {
    this.#place = place;
    this.#client = place.home.client();
    const theirs = { PATH: path, HOME: place.folder, TERM: 'xterm', LC_ALL: 'C.UTF-8' };
    this.#env = { ...theirs, URL: url, SSH_PORT: String(place.sshPort) };
    void this.#listen();
  }

  leave(): void {
    this.#leaving.abort();
  }

  /** `index` chooses where it is answered. */
  async answer(asker: Asker, index: number): Promise<void> {
    const id = await this.#start(asker, index);
    for (const [number, { prompt, answer, ...expected }] of asker.questions.entries()) {
      const { event, at } = await this.#question(id, number);
      const { by, evidence, hidden } = event;
      assert.deepEqual({ by, evidence, hidden }, expected);
      assert.match(event.prompt, prompt);
      assert.match(event.program, asker.program);
      const lastOutputAt = Date.now() - (await this.#client.poll(id)).idle_seconds * 1000;
      assert.ok(at - lastOutputAt <= TOLD_WITHIN_MS, `${at - lastOutputAt} ms`);
      await this.#type(index + number, id, answer);
    }
    const { shows } = asker;
    await until(async () => shows.test((await this.#client.poll(id)).output_preview), String(shows));
    await this.#client.kill(id);
  }

  async #start({ command, in: where }: Asker, index: number): Promise<string> {
    const { environment, folder } = this.#place;
    const request: WireStart = {
      command: `mkdir ${index} && cd ${index} && ${command}`,
      env: this.#env,
      workdir: folder,
      shell: '/usr/bin/bash',
      session_key: session,
      notify_on_complete: true,
      ...(environment !== undefined && { environment }),
      ...(where === 'pipe' ? { stdin: true } : { pty: true }),
    };
    return (await this.#client.start(request)).session_id;
  }

  async #question(id: string, number: number): Promise<{ event: NeedsInputEvent; at: number }> {
    const ofIt = () =>
      this.#told.filter(
        ({ notification: { session_id, type } }) => session_id === id && type === 'needs_input',
      );
    await until(() => ofIt().length > number, `question ${number + 1}`);
    const found = ofIt();
    assert.equal(found.length, number + 1);
    const last = found[number];
    return { event: last?.notification.event as NeedsInputEvent, at: last?.at ?? 0 };
  }

  /** On each surface in turn. */
  async #type(turn: number, id: string, text: string): Promise<unknown> {
    const { home } = this.#place;
    const surfaces = [
      () => this.#client.submit(id, text),
      () => this.#client.write(id, Buffer.from(`${text}\n`)),
      () => home.ok('submit', id, text),
      () => home.ok('write', id, `${text}\n`),
      () => this.#callTool({ action: 'submit', session_id: id, data: text }),
      () => this.#callTool({ action: 'write', session_id: id, data: `${text}\n` }),
    ];
    return surfaces[turn % surfaces.length]?.();
  }

  async #callTool(given: object): Promise<void> {
    const tools = createTools({ client: this.#client }, { session, wakes: true });
    const result = await tools.find(({ name }) => name === 'process')?.execute(given);
    assert.equal(result?.error, undefined, JSON.stringify(result));
  }

  async #listen(): Promise<void> {
    const { signal } = this.#leaving;
    for await (const turn of this.#client.notifications.subscribe(session, { signal })) {
      const at = Date.now();
      for (const notification of turn.notifications) this.#told.push({ notification, at });
      await turn.acknowledge();
    }
  }
}

/** The URL of a server that lets nobody in. */
async function startLockedServer(undo: Undo): Promise<string> {
  const server = createServer((_, response) =>
    response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="git"' }).end(),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  undo(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/x`;
}
