import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { spawnProgram } from '../../../src/backends/child-program.ts';
import type { CommonSettings } from '../../../src/backends/common-settings.ts';
import type { Place } from '../../../src/backends/environment.ts';
import { PlaceConnection } from '../../../src/backends/remote/place-connection.ts';
import { removeFolder } from '../../../src/base/remove-folder.ts';

const common = { lostAfterSeconds: 0 } as CommonSettings;

/** This machine with another home, where every hub leaves as soon as it has greeted. */
class Flighty {
  readonly #home = mkdtempSync(join(tmpdir(), 'ringback-there-'));
  hubs = 0;
  closed = 0;
  /** Resolves when the place may be opened. */
  isOpen: Promise<void> = Promise.resolve();

  constructor(t: TestContext) {
    t.after(() => removeFolder(this.#home));
  }

  line(): PlaceConnection {
    const open = async (): Promise<Place> => {
      await this.isOpen;
      return {
        ref: {},
        run: (args) => this.#run(args),
        close: async () => {
          this.closed += 1;
        },
      };
    };
    const current = async () => ({ environment: { open }, common });
    return new PlaceConnection({ name: 'there', hubName: 'x', current }, {});
  }

  #run(args: readonly string[]) {
    const isHub = args.includes('hub');
    if (isHub) this.hubs += 1;
    const words = isHub ? ['/bin/sh', '-c', "printf '\\0RINGBACK HUB 1\\n'"] : args;
    return spawnProgram(words, { env: { PATH: process.env.PATH, HOME: this.#home } });
  }
}

test('lines that break as soon as they are made are made ever more rarely', async (t) => {
  const place = new Flighty(t);
  const line = place.line();
  const timeUp = AbortSignal.timeout(1_500);
  await assert.rejects(async () => {
    for (;;) await (await line.reach(timeUp)).hub.closed;
  });
  assert.ok(place.hubs >= 5 && place.hubs <= 9, `${place.hubs} lines`);
  await line.close();
});

test('a line that is closed while it is made leaves nothing open, and is not made again', async (t) => {
  const place = new Flighty(t);
  const mayOpen = Promise.withResolvers<void>();
  place.isOpen = mayOpen.promise;
  const line = place.line();
  const connecting = assert.rejects(line.connect());
  const closing = line.close();
  mayOpen.resolve();
  await Promise.all([connecting, closing]);
  assert.equal(place.closed, 1);
  await assert.rejects(line.connect(), /was closed/);
  assert.equal(place.hubs, 0);
});
