import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as z from 'zod/mini';
import { commonNames } from '../../src/backends/common-settings.ts';
import { defineEnvironment } from '../../src/backends/environment.ts';
import { addKind, environmentKinds, loadKind } from '../../src/backends/kinds.ts';
import { parseEnvironment, settingNames } from '../../src/backends/parse-environment.ts';
import { RingbackError } from '../../src/base/errors.ts';

const builtIn = environmentKinds();

addKind(
  defineEnvironment({
    kind: 'tent',
    summary: 'for tests',
    schema: z.strictObject({ host: z.string(), port: z._default(z.number(), 22) }),
    create: () => ({
      isPerProcess: false,
      open: () => Promise.reject(new Error('no tent')),
      close: async () => {},
    }),
  }),
);

test('an entry is its kind, the settings of the kind, and the common ones, each with its defaults', async () => {
  const { name, kind, settings, common } = await parseEnvironment('camp-1', {
    type: 'tent',
    host: 'meadow',
    cwd: '~/work',
    variables: { CI: '1' },
  });
  assert.equal(name, 'camp-1');
  assert.equal(kind.kind, 'tent');
  assert.deepEqual(settings, { host: 'meadow', port: 22 });
  assert.deepEqual(common, {
    cwd: '~/work',
    variables: { CI: '1' },
    idleStopSeconds: 300,
    lostAfterSeconds: 86_400,
  });
});

const good = { type: 'tent', host: 'meadow' };
const wrong: [what: string, name: string, entry: unknown, message: RegExp, hint: RegExp][] = [
  ['no object', 'camp', 'tent', /"camp": it must be an object/, /"type"/],
  ['a list', 'camp', [good], /must be an object/, /"type"/],
  ['no type', 'camp', { host: 'x' }, /"type" is missing/, /Types: .*tent/],
  ['a type that does not exist', 'camp', { ...good, type: 'igloo' }, /no type "igloo"\.$/, /Types: .*tent/],
  ['a mistyped type', 'camp', { ...good, type: 'tnet' }, /Did you mean "tent"\?/, /Types/],
  ['a type that every object has', 'camp', { ...good, type: 'constructor' }, /no type/, /Types/],
  ['a type that is no text', 'camp', { ...good, type: 7 }, /no type 7/, /Types/],
  ['a mistyped setting', 'camp', { ...good, prot: 1 }, /"prot"; did you mean "port"\?/, /host, port.*folder/],
  ['a mistyped common setting', 'camp', { ...good, varaibles: {} }, /did you mean "variables"\?/, /host/],
  ['an unknown setting', 'camp', { ...good, colour: 'red' }, /unknown setting "colour"$/, /host, port/],
  ['a missing setting', 'camp', { type: 'tent' }, /"host" is missing/, /config\.json/],
  ['a setting of another type', 'camp', { ...good, port: 'x' }, /"port" must be a number/, /config\.json/],
  ['a relative folder', 'camp', { ...good, folder: 'x' }, /"folder" must be an absolute path/, /config/],
  ['a relative cwd', 'camp', { ...good, cwd: 'x' }, /"cwd" must be an absolute path, or begin with ~/, /./],
  ['a relative shell', 'camp', { ...good, shell: 'bash' }, /"shell" must be an absolute path/, /./],
  ['a variable without a name', 'camp', { ...good, variables: { '': 'x' } }, /name of a variable/, /./],
  ['a variable that is no text', 'camp', { ...good, variables: { A: 1 } }, /"variables\.A" must be a/, /./],
  ['half a second', 'camp', { ...good, idleStopSeconds: 0.5 }, /whole number of seconds/, /./],
  ['less than nothing', 'camp', { ...good, lostAfterSeconds: -1 }, /at least 0/, /./],
  ['sync that is no object', 'camp', { ...good, sync: true }, /"sync" must be an object/, /./],
  ['the name of this machine', 'local', good, /this name is taken/, /something else/],
  ['a name with capitals', 'Camp', good, /this is no name/, /small letters/],
  ['a name that begins with a dash', '-camp', good, /this is no name/, /begins with/],
  ['a name with a slash', 'a/b', good, /this is no name/, /small letters/],
  ['no name', '', good, /this is no name/, /small letters/],
  ['an endless name', 'a'.repeat(41), good, /this is no name/, /40/],
];
for (const [what, name, entry, message, hint] of wrong) {
  test(`refuses ${what}`, async () => {
    await assert.rejects(parseEnvironment(name, entry), (error) => {
      assert.ok(error instanceof RingbackError);
      assert.equal(error.code, 'bad_request');
      assert.match(error.message, message);
      assert.match(error.hint, hint);
      return true;
    });
  });
}

for (const type of builtIn) {
  test(`${type} is called ${type}, tells its settings, and has none that all have`, async () => {
    const kind = await loadKind(type);
    assert.equal(kind?.kind, type);
    const names = kind && settingNames(kind);
    assert.ok(names, 'its schema tells no names');
    assert.deepEqual(
      names.filter((name) => [...commonNames, 'type'].includes(name)),
      [],
    );
  });
}
