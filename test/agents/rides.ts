import assert from 'node:assert/strict';
import { echo, look, type Result, resultsIn, type Scene, terminal } from './scene.ts';

/** Far more looks than any end takes to be known. */
const mostLooks = 200;

/**
 * The model starts something that ends by itself and then looks at its processes until a notification rides on what it
 * is shown. Scripted; the agent has yet to be asked, with `word`.
 */
export function scriptRide({ model }: Scene, word: string, says: string): void {
  let looks = 0;
  model.script(word, [
    terminal({ command: echo(says), background: true, notify_on_complete: true }),
    ...Array.from({ length: mostLooks }, () => ({ said }: { readonly said: readonly { text: string }[] }) => {
      const hasSeen = said.at(-1)?.text.includes('[IMPORTANT: Background process');
      // The one look after it shows that it is not told twice.
      if (hasSeen || looks > 0) looks++;
      return looks > 1 ? 'Seen.' : look({ action: 'list' });
    }),
  ]);
}

/** The model saw it, once, and had been promised just that. */
export function checkRide({ model }: Scene, word: string, says: string): void {
  const results = model.turnsOf(word).flatMap(resultsIn);
  assert.equal(results[0]?.delivery, 'next_call', JSON.stringify(results[0]));
  const [text, ...more] = notificationsOf(results);
  assert.match(
    text ?? '',
    new RegExp(`^\\[IMPORTANT: Background process ${results[0]?.session_id} .*${says}`, 's'),
  );
  assert.deepEqual(more, []);
  assert.equal(results.at(-1)?.notifications, undefined, 'the look after it brings nothing');
}

export const notificationsOf = (results: readonly Result[]): string[] =>
  results.flatMap(({ notifications = [] }) => notifications);
