import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { ModelStep } from '../../../src/agent/model.ts';
import { Store } from '../../../src/agent/store/store.ts';
import { removeFolder } from '../../../src/base/remove-folder.ts';

/** A store with one conversation. */
export function openStore(t: TestContext) {
  const home = mkdtempSync(join(tmpdir(), 'rb-store-'));
  const store = new Store(home);
  const { id } = store.create({ cwd: '/tmp', model: 'test/x' });
  t.after(() => {
    store.close();
    removeFolder(home);
  });
  return { home, store, id };
}

export function say(store: Store, id: string, text: string): boolean {
  return store.send(id, { clientId: text, content: [{ type: 'text', text }] });
}

/** Begins a turn with what was said, and asks; where that is. */
export function ask(store: Store, id: string): { readonly turn: number; readonly position: number } {
  store.begin(id, 'person');
  const turn = store.view(id).turn ?? 0;
  return { turn, position: store.ask(id, turn, 'test/x') };
}

export const usage = { inputTokens: 10, cachedTokens: 4, outputTokens: 1 };

export function words(text: string): ModelStep {
  return { content: [{ type: 'text', text }], finish: 'said', usage };
}

export function callsOf(...ids: readonly string[]): ModelStep {
  const content = ids.map((id) => ({ type: 'call' as const, id, tool: 'terminal', input: { command: id } }));
  return { content, finish: 'calls', usage };
}
