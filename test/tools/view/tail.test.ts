import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { madeUp, privateKey, showsPart } from '../../redact/secrets.ts';
import { ended, endedWithGaps, running } from './test-view.ts';

const token = `ghp_${madeUp(36, 1)}`;
const lines = (count: number) => Array.from({ length: count }, (_, i) => `line ${i}\n`).join('');

describe('the tail that a model sees', () => {
  it('is the last characters, from a line start on', (t) => {
    const { views, process } = ended(t, lines(1000));
    assert.equal(views.tail(process, 20), 'line 998\nline 999\n');
    assert.equal(views.tail(process, 0), '');
    assert.equal(views.tail(process, 1_000_000), lines(1000));
  });

  it('ends where the process did, whatever was printed behind it, and earlier if asked', (t) => {
    const view = running(t, 'own\nleft behind\n').end({ finalOffset: 4, outputOpen: true });
    assert.equal(view.views.tail(view.process, 100), 'own\n');
    assert.equal(view.views.tail(view.process, 100, 2), 'ow');
    assert.equal(view.views.tail(view.process, 100, 99), 'own\nleft behind\n');
  });

  it('shows no part of a secret, wherever it begins or ends (trap 8)', (t) => {
    const text = `before\n${token}\n${privateKey(7)}\nDB_PASSWORD=hunter2hunter\nafter ${'x'.repeat(50)}\n`;
    const { views, process } = ended(t, text);
    const body = privateKey(7).split('\n').slice(1, -1);
    for (let size = 1; size < text.length; size += 11) {
      for (const end of [text.length, text.length - size]) {
        const shown = views.tail(process, size, end);
        assert.ok(shown.length <= size);
        for (const secret of [token, 'hunter2hunter', ...body])
          assert.ok(!showsPart(shown, secret), `${size} ${end}: ${shown}`);
      }
    }
  });

  it('finds a secret with colours in it, or in halves of characters, or far back', (t) => {
    const coloured = [...token].map((letter) => `\x1b[3${letter.length}m${letter}`).join('');
    for (const secret of [coloured, token]) {
      const filler = 'word '.repeat(3000);
      const { views, process } = ended(t, `${filler}${secret} é${filler.slice(0, 300)}`);
      for (let size = 280; size < 360; size += 1) {
        const shown = views.tail(process, size);
        assert.ok(!showsPart(shown, token), shown);
        assert.ok(shown.isWellFormed());
      }
      assert.ok(views.tail(process, 400).includes('[REDACTED:github-pat] é'));
    }
  });

  it('reads on with a long line of base64, of which nothing is a key', (t) => {
    const { views, process } = ended(t, `${'QUJD'.repeat(100_000)} end`);
    assert.equal(views.tail(process, 1000).length, 1000);
  });

  it('shows the last state of a progress bar that is longer than what is read', (t) => {
    const bar = Array.from({ length: 300_000 }, (_, i) => `\r${i} of many`).join('');
    const { views, process } = ended(t, bar);
    assert.equal(views.tail(process, 1000), '299999 of many');
  });

  it('withholds what a gap has cut, on both sides of it', (t) => {
    const text = `start ${token} and a good deal more\nnext line\n`;
    for (let cut = 7; cut < 7 + token.length; cut += 1) {
      const view = endedWithGaps(t, text, [
        { start: 0, end: cut },
        { start: cut + 1, end: text.length },
      ]);
      const shown = view.views.tail(view.process, 1000);
      assert.ok(!showsPart(shown, token), shown);
      assert.match(
        shown,
        /^start .*\n\[1 bytes of output were not kept\]\n\[REDACTED:cut-line\]\nnext line\n$/,
      );
    }
  });

  it('says that something is held back where a token has only begun', (t) => {
    const { views, process } = running(t, `using ${token.slice(0, 20)}`);
    assert.equal(views.tail(process, 100), 'using [REDACTED:unfinished]');
    assert.equal(views.tail(process, 24), 'ng [REDACTED:unfinished]');
    assert.equal(views.tail(process, 5), '');
  });

  it('shows the last word of a question at once where it is short, else when it has been quiet', (t) => {
    assert.equal(viewOf('What is your name'), 'What is your name');
    assert.equal(viewOf('Overwrite the configuration?'), 'Overwrite the [REDACTED:unfinished]');
    const view = running(t, 'Press enter to continue');
    assert.equal(view.views.tail(view.process, 100), 'Press enter to [REDACTED:unfinished]');
    view.beQuiet();
    assert.equal(view.views.tail(view.process, 100), 'Press enter to continue');
    view.print(` ${token.slice(0, 20)}`);
    view.beQuiet();
    assert.equal(view.views.tail(view.process, 100), 'Press enter to continue [REDACTED:unfinished]');

    function viewOf(text: string): string {
      const { views, process } = running(t, text);
      return views.tail(process, 100);
    }
  });

  it('drops what shells say when they start, and makes valid text of anything', (t) => {
    const noise =
      'bash: cannot set terminal process group (7): Inappropriate ioctl for device\nbash: no job control in this shell\n';
    const view = ended(t, `${noise}\x1b[1mhello\x1b[0m\r\n`);
    assert.equal(view.views.tail(view.process, 100), 'hello\n');
    const broken = ended(t, Buffer.from([0x61, 0xff, 0xf0, 0x9f, 0x98]));
    assert.equal(broken.views.tail(broken.process, 100), 'a\ufffd\ufffd');
    const unfinished = running(t, Buffer.from([0x61, 0xf0, 0x9f, 0x98]));
    assert.equal(unfinished.views.tail(unfinished.process, 100), 'a');
  });

  it('is the same for the command line', (t) => {
    const { views, process } = ended(t, 'DB_PASSWORD=hunter2');
    assert.equal(views.tail(process, 100), 'DB_PASSWORD=[REDACTED:named-secret]');
    assert.equal(views.command(process), 'deploy --token=[REDACTED:github-pat] now');
  });
});
