import type { TestContext } from 'node:test';
import { daemonTools } from '../../../src/agent/daemon-tools.ts';
import type { Model, ModelMessage } from '../../../src/agent/model.ts';
import { ringsOf } from '../../../src/agent/rings-of-client.ts';
import { RunningConversation } from '../../../src/agent/run-conversation.ts';
import { Store } from '../../../src/agent/store/store.ts';
import { defaultConfig } from '../../../src/base/config.ts';
import type { Client } from '../../../src/client/client.ts';
import { until } from '../../engine/test-home.ts';
import { FaultHome } from '../../faults/support/home.ts';
import { textOf } from './scripted-model.ts';

/** A conversation that runs in this program, with a real daemon. */
export class Scene {
  readonly store: Store;
  readonly client: Client;
  readonly running: RunningConversation;

  constructor(t: TestContext, model: Model) {
    const home = new FaultHome(t);
    this.client = home.client();
    const { client } = this;
    this.store = new Store(home.folder);
    const { id } = this.store.create({ cwd: '/tmp', model: model.name });
    const env = { PATH: process.env.PATH ?? '', HOME: home.folder };
    this.running = new RunningConversation(id, {
      store: this.store,
      model,
      rings: ringsOf(client),
      tools: async () =>
        daemonTools({ client, config: defaultConfig, session: id, workdir: '/tmp', env, hears: true }),
      instructions: () => 'Be short.',
      retryAt: (_, troubles) => (troubles < 2 ? Date.now() + 10 : undefined),
    });
    const over = this.running.run();
    t.after(async () => {
      this.running.close();
      await over;
      this.store.close();
    });
  }

  get id(): string {
    return this.running.id;
  }

  get history(): readonly ModelMessage[] {
    return this.store.history(this.id);
  }

  /** Its last words, once it is idle. */
  async said(text: string): Promise<void> {
    await until(
      () => this.store.view(this.id).turn === undefined && this.history.map(textOf).includes(text),
      `"${text}" from the agent`,
    );
  }

  /** What the tools answered, oldest first. */
  get answers(): string[] {
    return this.history.flatMap((message) =>
      message.role === 'tool' ? message.content.map(({ output }) => output) : [],
    );
  }
}
