import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { ended, running } from '../test-view.ts';

describe('news', () => {
  it('are the tail at first, then what is new, the end of it where it is much', (t) => {
    const view = running(t, 'one\ntwo\n');
    const first = view.views.news(view.process, undefined, 5);
    assert.deepEqual(first, { text: 'two\n', cursor: '8' });
    assert.deepEqual(view.views.news(view.process, first.cursor, 100), { text: '', cursor: '8' });
    view.print('three\nfour\nfive\n');
    assert.deepEqual(view.views.news(view.process, first.cursor, 10), { text: 'four\nfive\n', cursor: '24' });
    assert.deepEqual(view.views.news(view.process, '99', 10), { text: '', cursor: '99' });
  });

  it('of an ended one are its own output first, then what it left behind', (t) => {
    const view = running(t, 'own\nleft behind\n').end({ finalOffset: 4, outputOpen: true });
    const first = view.views.news(view.process, undefined, 100);
    assert.deepEqual(first, { text: 'own\n', cursor: '4' });
    assert.equal(view.views.news(view.process, first.cursor, 100).text, 'left behind\n');
  });

  it('bring a word that was waited for when it has been quiet, and what follows it once', (t) => {
    const view = running(t, 'Press enter to continue');
    const first = view.views.news(view.process, undefined, 100);
    assert.equal(first.text, 'Press enter to ');
    view.beQuiet();
    const second = view.views.news(view.process, first.cursor, 100);
    assert.equal(second.text, 'continue');
    view.print('-or-not\n');
    assert.equal(view.views.news(view.process, second.cursor, 100).text, '-or-not\n');
  });

  it('never begin with half a character or half an escape code', (t) => {
    const bytes = Buffer.from('a é😀\x1b[38;5;196mred\x1b]0;title\x07 b\n');
    for (let cut = 1; cut < bytes.length; cut += 1) {
      const view = running(t, bytes.subarray(0, cut));
      const first = view.views.news(view.process, undefined, 100);
      view.print(bytes.subarray(cut));
      const second = view.views.news(view.process, first.cursor, 100);
      assert.equal(first.text + second.text, 'a é😀red b\n');
    }
  });

  it('keep what a carriage return leaves, however small the pages', (t) => {
    const state = fc.constantFrom('\r', '\n', '\r\n', ' ');
    fc.assert(
      fc.property(
        fc.array(state, { maxLength: 40 }),
        fc.integer({ min: 3, max: 30 }),
        (ends, logCharacters) => {
          const text = ends.map((end, i) => `<${i}>${end}`).join('');
          const { views, process } = ended(t, text, { logCharacters });
          const left = views.whole(process, 100_000).output.match(/<\d+>/g)?.map(String) ?? [];
          let shown = '';
          for (let cursor = '0', last = ''; cursor !== last; ) {
            last = cursor;
            const page = views.log(process, { cursor });
            shown += page.output;
            cursor = page.cursor;
          }
          const words = shown.match(/<\d+>/g)?.map(String) ?? [];
          assert.equal(new Set(words).size, words.length, 'nothing twice');
          for (const word of left)
            assert.ok(words.includes(word), `${word} of ${JSON.stringify(text)}: ${shown}`);
        },
      ),
      { numRuns: 150 },
    );
  });
});
