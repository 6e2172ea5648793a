import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Rings } from '../../../src/agent/rings.ts';
import { type ConversationOptions, RunningConversation } from '../../../src/agent/run-conversation.ts';
import { Store } from '../../../src/agent/store/store.ts';
import type { Tool } from '../../../src/agent/tool.ts';
import { removeFolder } from '../../../src/base/remove-folder.ts';

/** Nothing rings. */
export const silent: Rings = {
  next: (_, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) resolve(undefined);
      signal.addEventListener('abort', () => resolve(undefined));
    }),
  acknowledge: async () => {},
  interrupt: async () => {},
};

/** A tool that works, but for what is said. */
export const tool = (change: Partial<Tool>): Tool => ({
  name: 'tool',
  description: '',
  inputSchema: {},
  repeat: 'once',
  execute: async () => ({ output: 'fine', isError: false }),
  ...change,
});

/** A conversation that runs in this program, without a daemon. */
export function openAlone(
  t: TestContext,
  change: Partial<ConversationOptions> & Pick<ConversationOptions, 'model'>,
) {
  const home = mkdtempSync(join(tmpdir(), 'rb-alone-'));
  const store = new Store(home);
  const { id } = store.create({ cwd: '/tmp', model: change.model.name });
  const told: string[] = [];
  const running = new RunningConversation(id, {
    store,
    rings: silent,
    tools: async () => [],
    instructions: () => '',
    retryAt: () => undefined,
    onTrouble: (message) => told.push(message),
    ...change,
  });
  let over: Promise<void> | undefined;
  t.after(async () => {
    running.close();
    await over;
    store.close();
    removeFolder(home);
  });
  return {
    home,
    store,
    id,
    told,
    running,
    run: () => {
      over = running.run();
    },
    answer: () => {
      const results = store.history(id).find(({ role }) => role === 'tool');
      return results?.role === 'tool' ? results.content[0]?.output : undefined;
    },
  };
}
