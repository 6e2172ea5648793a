import type { TestContext } from 'node:test';
import { daemonTools } from '../../../src/agent/daemon-tools.ts';
import type { Model, ModelMessage } from '../../../src/agent/model.ts';
import { ringsOf } from '../../../src/agent/rings-of-client.ts';
import { type ConversationOptions, RunningConversation } from '../../../src/agent/run-conversation.ts';
import { Store } from '../../../src/agent/store/store.ts';
import { defaultConfig } from '../../../src/base/config.ts';
import type { Client } from '../../../src/client/client.ts';
import { until } from '../../engine/test-home.ts';
import { FaultHome } from '../../faults/support/home.ts';
import { textOf } from './scripted-model.ts';

type Change = {
  readonly options?: (client: Client, id: string) => Partial<ConversationOptions>;
  /** Before there is a daemon. */
  readonly prepare?: (home: string) => void;
};

/** A conversation that runs in this program, with a real daemon. */
export class Scene {
  readonly store: Store;
  readonly client: Client;
  readonly home: FaultHome;
  readonly #model: Model;
  readonly #options: NonNullable<Change['options']>;
  #running: RunningConversation;
  #over: Promise<void>;

  constructor(t: TestContext, model: Model, { options = () => ({}), prepare }: Change = {}) {
    this.home = new FaultHome(t);
    this.#options = options;
    prepare?.(this.home.folder);
    this.client = this.home.client();
    this.store = new Store(this.home.folder);
    this.#model = model;
    this.#running = this.open(this.store.create({ cwd: '/tmp', model: model.name }).id);
    this.#over = this.#running.run();
    t.after(async () => {
      await this.leave();
      this.store.close();
    });
  }

  get running(): RunningConversation {
    return this.#running;
  }

  /** A conversation of the same store, as this one is. */
  open(id: string): RunningConversation {
    const { client, home } = this;
    const env = { PATH: process.env.PATH ?? '', HOME: home.folder };
    return new RunningConversation(id, {
      store: this.store,
      model: this.#model,
      rings: ringsOf(client),
      tools: async () =>
        daemonTools({ client, config: defaultConfig, session: id, workdir: '/tmp', env, hears: true }),
      instructions: () => 'Be short.',
      retryAt: (_, troubles) => (troubles < 2 ? Date.now() + 10 : undefined),
      ...this.#options(client, id),
    });
  }

  /** Nobody takes turns until it comes back. */
  async leave(): Promise<void> {
    this.#running.close();
    await this.#over;
  }

  comeBack(): void {
    this.#running = this.open(this.id);
    this.#over = this.#running.run();
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
