import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cutToLast } from '../../src/redact/cut.ts';
import { createRedactor } from '../../src/redact/redactor.ts';
import { madeUp, privateKey, showsPart } from './secrets.ts';

const redactor = createRedactor();
const filler = Array.from({ length: 40 }, (_, i) => `line ${i} of ordinary output`).join('\n');

describe('cutting (trap 8)', () => {
  it('never shows a part of a key, wherever the last 2,000 characters begin', () => {
    const key = privateKey(100);
    const body = key.split('\n').slice(1, -1);
    for (let after = 0; after < 2000; after += 13) {
      const text = `${filler}\n${key}\n${'x'.repeat(after)}`;
      const shown = redactor.redactAndCut(text, { keepLast: 2000 });
      assert.ok(shown.length <= 2000);
      for (const line of body) assert.ok(!showsPart(shown, line), `${after}: ${shown}`);
    }
  });

  it('never shows a part of a token, wherever a page begins or ends', () => {
    const token = `ghp_${madeUp(36, 1)}`;
    const text = `${filler}\nusing ${token} now\nDB_PASSWORD=hunter2hunter\n${filler}`;
    for (let from = 1000; from < 1200; from++) {
      const shown = redactor.redact(text, { from, to: from + 30 });
      assert.ok(!showsPart(shown, token) && !showsPart(shown, 'hunter2hunter'), shown);
    }
  });

  it('joins pages without loss where there is no secret at the border', () => {
    const pages = [0, 100, 200].map((from) => redactor.redact(filler, { from, to: from + 100 }));
    assert.equal(pages.join(''), filler.slice(0, 300));
  });

  it('withholds the line that a gap has cut, and the lines of a key after it', () => {
    const key = privateKey(100);
    const rest = key.slice(key.length / 2);
    const shown = redactor.redact(`${rest}\nand so on\n`, { afterGap: true });
    assert.match(shown, /^(\[REDACTED:[a-z-]+\]\n?)+\nand so on\n$/);
    const middle = key.split('\n').slice(3, 12).join('\n').slice(20);
    assert.equal(
      redactor.redact(`${middle}\nand so on\n`, { afterGap: true }),
      '[REDACTED:cut-line]\n[REDACTED:private-key]\nand so on\n',
    );
    assert.equal(redactor.redact('ter2 ok\nmore\n', { afterGap: true }), '[REDACTED:cut-line]\nmore\n');
    assert.equal(redactor.redact('\nmore\n', { afterGap: true }), '\nmore\n');
    const last = `${madeUp(30, 5)}\n${madeUp(20, 6)}==\n-----END RSA PRI`;
    assert.equal(
      redactor.redact(last, { afterGap: true }),
      '[REDACTED:cut-line]\n[REDACTED:private-key]\n-----END RSA PRI',
    );
    assert.equal(redactor.redact('12\n13\n14\n', { afterGap: true }), '[REDACTED:cut-line]\n13\n14\n');
  });

  it('shows the end of a line that is longer than the look-back', () => {
    const line = 'word '.repeat(10_000);
    assert.equal(redactor.redactAndCut(line, { keepLast: 2000, afterGap: true }).length, 2000);
  });

  it('withholds a token that has only begun, when more will come', () => {
    for (const begun of [
      `ghp_${madeUp(9, 3)}`,
      `sk-${madeUp(6, 4)}`,
      'postgres://bob:hun',
      'DB_PASSWORD=hun',
    ]) {
      const shown = redactor.redact(`${filler}\nnow ${begun}`, { isOpen: true });
      assert.match(shown, /now (?:\S*[=:])?\[REDACTED:[a-z-]+\]$/, shown);
    }
    assert.equal(redactor.redact('Continue? [y/N]', { isOpen: true }), 'Continue? [y/N]');
  });

  it('says from where on a text is not settled while more may come', () => {
    const settled = (text: string, isOpen: boolean | 'quiet') => {
      const { settled: end } = redactor.inspect(text, { isOpen });
      return text.slice(end);
    };
    const cases: [text: string, soon: string, quiet: string][] = [
      ['all said\n', '', ''],
      ['a short word', '', ''],
      ['Press enter to continue', 'continue', ''],
      ['see /var/log/messages', '/var/log/messages', ''],
      ['now ghp_abc', 'ghp_abc', 'ghp_abc'],
      ['Continue? [y/N]', '', ''],
      ['Password: ', '', ''],
      ['DB_PASSWORD=hunter2', 'DB_PASSWORD=hunter2', ''],
    ];
    for (const [text, soon, quiet] of cases)
      assert.deepEqual(
        [text, settled(text, true), settled(text, 'quiet'), settled(text, false)],
        [text, soon, quiet, ''],
      );
    const key = privateKey(100).split('\n').slice(0, 5).join('\n');
    assert.equal(settled(`before\n${key}\n`, true), `${key}\n`);
  });

  it('withholds no more than 16 KiB of what may be the rest of a key', () => {
    const text = `${`${madeUp(64, 8)}\n`.repeat(600)}end`;
    const { spans } = redactor.inspect(text, { afterGap: true });
    assert.ok(spans.every(({ end }) => end <= 16 * 1024));
  });

  it('cuts at a line start, else outside marks and characters', () => {
    assert.equal(cutToLast('first\nsecond\nthird', 9), 'third');
    assert.equal(cutToLast('first\nsecond', 6), 'second');
    assert.equal(cutToLast('first\nsecond', 3), 'ond');
    assert.equal(cutToLast('all of it', 9), 'all of it');
    assert.equal(cutToLast('key=[REDACTED:jwt] end', 10), ' end');
    assert.equal(cutToLast('ab😀cd', 3), 'cd');
  });
});
