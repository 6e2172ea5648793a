import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { madeUp, privateKey, showsPart } from '../../redact/secrets.ts';
import { ended, endedWithGaps, running } from './test-view.ts';

const token = `ghp_${madeUp(36, 1)}`;
const lines = (count: number) => Array.from({ length: count }, (_, i) => `line ${i}\n`).join('');

describe('the log that a model sees', () => {
  it('has the lines that the engine counts: the tail, from a line, from a cursor', (t) => {
    const { views, process } = ended(t, lines(500));
    const tail = views.log(process, {});
    assert.deepEqual([tail.showing, tail.totalLines], [{ first: 300, last: 500 }, 500]);
    assert.ok(tail.output.startsWith('line 300\n') && tail.output.endsWith('line 499\n'));
    assert.equal(tail.note, undefined);
    const two = views.log(process, { offset: 10, limit: 2 });
    assert.equal(two.output, 'line 10\nline 11\n');
    assert.deepEqual(two.showing, { first: 10, last: 12 });
    const next = views.log(process, { cursor: two.cursor, limit: 1 });
    assert.equal(next.output, 'line 12\n');
    assert.equal(views.log(process, { cursor: tail.cursor }).output, '');
    assert.equal(views.log(process, { offset: 900 }).output, '');
    assert.throws(() => views.log(process, { cursor: 'x' }), /is not a cursor/);
  });

  it('shows no line of a key, wherever the lines asked for begin or end', (t) => {
    const key = privateKey(9);
    const { views, process } = ended(t, `${lines(20)}${key}\nafter\n${lines(5)}`);
    const body = key.split('\n').slice(1, -1);
    for (let offset = 0; offset < 50; offset += 1) {
      for (const limit of [1, 5, 100]) {
        const { output } = views.log(process, { offset, limit });
        for (const line of body) assert.ok(!showsPart(output, line), `${offset} ${limit}: ${output}`);
      }
    }
  });

  it('says once that a key was there: the next answer goes on behind it', (t) => {
    const { views, process } = ended(t, `one\n${privateKey(9)}\nafter\n`);
    const first = views.log(process, { offset: 0, limit: 5 });
    assert.equal(first.output, 'one\n[REDACTED:private-key]');
    assert.deepEqual(first.showing, { first: 0, last: 29 });
    assert.equal(views.log(process, { cursor: first.cursor }).output, '\nafter\n');
  });

  it('waits for the rest of a token, and shows a mark when it is there', (t) => {
    const view = running(t, `first\nusing ${token.slice(0, 15)}`);
    const begun = view.views.log(view.process, {});
    assert.equal(begun.output, 'first\nusing ');
    view.print(`${token.slice(15)} now\n`);
    assert.equal(
      view.views.log(view.process, { cursor: begun.cursor }).output,
      '[REDACTED:github-pat] now\n',
    );
  });

  it('is bounded, says so, and goes on exactly where it stopped', (t) => {
    const text = `${'wörd 😀 '.repeat(2000)}\n${lines(1000)}${token}\n`;
    const { views, process } = ended(t, text, { logCharacters: 1000 });
    let all = '';
    let cursor = '0';
    for (;;) {
      const page = views.log(process, { cursor });
      assert.ok(page.output.length <= 1000 && page.output.isWellFormed());
      all += page.output;
      if (page.cursor === cursor) break;
      if (page.cursor !== String(Buffer.byteLength(text)))
        assert.equal(
          page.note,
          `Cut after ${page.output.length} characters, the limit of one answer: continue with cursor="${page.cursor}".`,
        );
      cursor = page.cursor;
    }
    assert.equal(all, text.replace(token, '[REDACTED:github-pat]'));
  });

  it('cuts a tail at its beginning, and says from which line on it is', (t) => {
    const { views, process } = ended(t, lines(500), { logCharacters: 100 });
    const { output, showing, note } = views.log(process, {});
    assert.equal(output.split('\n')[0], `line ${showing.first}`);
    assert.deepEqual(showing, { first: 489, last: 500 });
    assert.match(note ?? '', /^Only the last 99 characters, .* offset below 490\.$/);
  });

  it('tells what is missing, and withholds what that cut', (t) => {
    const text = lines(100);
    const { views, process } = endedWithGaps(t, text, [
      { start: 0, end: 100 },
      { start: 500, end: text.length },
    ]);
    const cut = views.log(process, { offset: 0, limit: 100 });
    assert.deepEqual(cut.gaps, [{ from: 100, to: 500 }]);
    assert.match(
      cut.output,
      /line 11\nline 12\nline 1\n\[400 bytes of output were not kept\]\n\[REDACTED:cut-line\]\n/,
    );
    const inGap = views.log(process, { offset: 30, limit: 1 });
    assert.match(inGap.output, /^\[400 bytes of output were not kept\]\n\[REDACTED:cut-line\]\n?$/);
    const since = views.log(process, { cursor: '200', limit: 3 });
    assert.match(since.output, /^\[300 bytes of output were not kept\]\n\[REDACTED:cut-line\]\nline/);
    assert.deepEqual(since.gaps, [{ from: 200, to: 500 }]);
  });

  it('shows each state of a progress bar that somebody was there to see', (t) => {
    const view = running(t, '10%\r20%\r');
    const first = view.views.log(view.process, { cursor: '0' });
    assert.equal(first.output, '20%');
    view.print('30%\r\ndone\n');
    assert.equal(view.views.log(view.process, { cursor: first.cursor }).output, '30%\ndone\n');
    assert.equal(view.views.log(view.process, { cursor: '0' }).output, '30%\ndone\n');
  });
});
