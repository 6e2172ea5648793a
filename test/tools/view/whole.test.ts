import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { madeUp, privateKey, showsPart } from '../../redact/secrets.ts';
import { ended, endedWithGaps, running } from './test-view.ts';

const token = `ghp_${madeUp(36, 1)}`;
const lines = (count: number) => Array.from({ length: count }, (_, i) => `line ${i}\n`).join('');
const omission =
  /\n?\[(\d+) (characters|bytes) of output are left out here(?: \((\d+) of them were not kept\))?; read them with process\(action="log", session_id="proc_0123456789ab", offset=(\d+)\)\]\n/;

describe('the output of a foreground command', () => {
  it('is all of it where it is short enough', (t) => {
    const { views, process } = ended(t, `\x1b[1m${lines(100)}\x1b[0m`);
    assert.deepEqual(views.whole(process, lines(100).length), { output: lines(100) });
    assert.deepEqual(ended(t, '').views.whole(process, 10), { output: '' });
  });

  it('ends with the command, not with what it left running', (t) => {
    const view = running(t, 'own\nleft behind\n').end({ finalOffset: 4, outputOpen: true });
    assert.deepEqual(view.views.whole(view.process, 100), { output: 'own\n' });
    const unfinished = running(t, 'a-word-without-an-end').end({ outputOpen: true });
    assert.deepEqual(unfinished.views.whole(unfinished.process, 100), { output: 'a-word-without-an-end' });
  });

  it('is 40 % head and 60 % tail, cut at lines, and says exactly what is missing and how to read it', (t) => {
    const { views, process } = ended(t, lines(5000));
    const { output, truncated } = views.whole(process, 1000);
    const [head = '', missing, unit, , line, tail = ''] = output.split(omission);
    assert.ok(head.length <= 400 && head.length > 300 && tail.length <= 600 && tail.length > 450);
    assert.ok(lines(5000).startsWith(`${head}\nline ${line}\n`) && lines(5000).endsWith(`\n${tail}`));
    assert.deepEqual(truncated, { missing: Number(missing), unit });
    assert.equal(unit, 'characters');
    assert.equal(head.length + 1 + Number(missing) + tail.length, lines(5000).length);
    assert.ok(views.log(process, { offset: Number(line), limit: 1 }).output.startsWith(`line ${line}`));
  });

  it('counts right whatever is printed', (t) => {
    const piece = fc.constantFrom(
      'word ',
      'é',
      '😀',
      '\n',
      '\r',
      '\r\n',
      '\x1b[31m',
      '\t',
      'a longer line here\n',
    );
    fc.assert(
      fc.property(
        fc.array(piece, { minLength: 50, maxLength: 300 }),
        fc.integer({ min: 40, max: 300 }),
        (parts, limit) => {
          const { views, process } = ended(t, parts.join(''));
          const all = views.whole(process, 1_000_000).output;
          const { output, truncated } = views.whole(process, limit);
          if (all.length <= limit) return assert.equal(output, all);
          assert.ok(truncated);
          const [before = '', , , , , tail = ''] = output.split(omission);
          const head = all.startsWith(`${before}\n`) && before.length < limit * 0.4 ? `${before}\n` : before;
          assert.ok(all.startsWith(before) && all.endsWith(tail));
          const sum = truncated.missing + tail.length;
          assert.ok(
            [head, before].some((text) => text.length + sum === all.length),
            JSON.stringify({ all, output }),
          );
        },
      ),
      { numRuns: 300 },
    );
  });

  it('shows no half of a secret at either cut', (t) => {
    for (let before = 300; before < 420; before += 3) {
      for (const secret of [token, privateKey(3)]) {
        const text = `${'y '.repeat(before / 2)}${secret} ${lines(300)} ${secret} ${'z '.repeat(before)}`;
        const { views, process } = ended(t, text);
        const { output } = views.whole(process, 1000);
        for (const line of secret.split('\n').filter((one) => !one.startsWith('-----')))
          assert.ok(!showsPart(output, line), output);
      }
    }
  });

  it('speaks of bytes where the middle is gone', (t) => {
    const text = lines(5000);
    const lost = endedWithGaps(t, text, [
      { start: 0, end: 1000 },
      { start: text.length - 2000, end: text.length },
    ]);
    const { output, truncated } = lost.views.whole(lost.process, 1000);
    const [, missing, unit, gone] = omission.exec(output) ?? [];
    assert.deepEqual([unit, gone], ['bytes', String(text.length - 3000)]);
    assert.deepEqual(truncated, { missing: Number(missing), unit });
    const [head = '', , , , , tail = ''] = output.split(omission);
    assert.equal(head.length + 1 + Number(missing) + tail.length, text.length);
  });

  it('shows both sides of a gap where what is kept is short', (t) => {
    const text = lines(5000);
    const { views, process } = endedWithGaps(t, text, [
      { start: 0, end: 40 },
      { start: text.length - 45, end: text.length },
    ]);
    const { output, truncated } = views.whole(process, 1000);
    assert.match(
      output,
      /^line 0\n.*\[\d+ bytes of output were not kept\]\n\[REDACTED:cut-line\]\nline.*line 4999\n$/s,
    );
    assert.equal(truncated, undefined);
  });

  it('marks what is held back while it runs', (t) => {
    const { views, process } = running(t, `using ${token.slice(0, 12)}`);
    assert.equal(views.whole(process, 1000).output, 'using [REDACTED:unfinished]');
  });
});
