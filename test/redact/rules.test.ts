import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRuleDetector, type Rule } from '../../src/redact/rule.ts';
import { rules } from '../../src/redact/rules.ts';
import type { Span } from '../../src/redact/span.ts';
import { exampleOf } from './examples.ts';
import { createRandom } from './random.ts';
import { redact } from './redact.ts';

/** What the rule itself finds, without the others. */
function findWith(rule: Rule, text: string): Span | undefined {
  const spans: Span[] = [];
  const { look, anchors } = createRuleDetector(rule);
  const lower = text.toLowerCase();
  for (const anchor of anchors) {
    for (let at = lower.indexOf(anchor); at !== -1; at = lower.indexOf(anchor, at + 1)) {
      look(text, at, { spans, marks: [], doneUntil: 0, namesDoneUntil: 0, longRunUntil: 0 });
    }
  }
  return spans[0];
}

describe('each rule', () => {
  for (const rule of rules) {
    it(`finds an example of its own: ${rule.id}`, () => {
      const random = createRandom(rule.pattern.length);
      let found = 0;
      for (let i = 0; i < 40; i++) {
        const text = `at first\n ${exampleOf(rule.pattern, random)}\nat last\n`;
        const span = findWith(rule, text);
        // A random example may have too little entropy, or an allowed word in it.
        if (!span) continue;
        found++;
        const secret = text.slice(span.start, span.end).trim();
        const redacted = redact(text);
        assert.ok(!redacted.includes(secret), `${redacted} shows ${secret}`);
        assert.match(redacted, /\[REDACTED:[a-z0-9-]+\]/);
        assert.equal(redact(redacted), redacted);
      }
      assert.ok(found >= 5, `${found} of 40 examples were found`);
    });
  }

  it('looks no further than its anchors allow, however often they occur', () => {
    for (const rule of rules) {
      for (const filler of ['', '=', 'a1']) {
        const unit = `${rule.anchors[0]}${filler}`;
        const text = unit.repeat(100_000 / unit.length);
        const start = process.cpuUsage();
        redact(text);
        const { user } = process.cpuUsage(start);
        assert.ok(user < 1_000_000, `${rule.id} took ${user / 1000} ms for 100 KB of ${unit}`);
      }
    }
  });
});
