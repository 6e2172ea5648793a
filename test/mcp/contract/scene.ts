import type { Client } from '@modelcontextprotocol/client';
import type { Config } from '../../../src/base/config.ts';
import type { Client as Daemon } from '../../../src/client/client.ts';
import type { WireNotification } from '../../../src/wire/notification.ts';
import { CliHome } from '../../cli/cli-home.ts';
import { connectStdio, type Generation } from '../mcp-client.ts';
import { Agent } from './agent.ts';
import { TaskAgent } from './task-agent.ts';

type After = (clean: () => Promise<void>) => void;
type Connecting = {
  readonly generation?: Generation;
  readonly name?: string;
  readonly cwd?: string;
  readonly env?: Record<string, string>;
  readonly command?: readonly string[];
};

/** A home, `ringback mcp` started for real, and agents that call it. */
export class Scene {
  readonly home: CliHome;
  /** What a person sees: reaches everything, and what it is shown counts for no agent. */
  readonly person: Daemon;
  readonly #cleanUps: (() => Promise<void>)[] = [];
  #shared: Client | undefined;
  #agents = 0;

  constructor(after: After, config: Partial<Config>) {
    // Hooks that are made while a hook or a row runs belong to that one: too soon.
    after(async () => {
      for (const cleanUp of this.#cleanUps) await cleanUp();
    });
    this.home = new CliHome(after, config);
    this.person = this.home.client();
  }

  async open(options: Connecting = {}): Promise<void> {
    this.#shared = await this.connect(options);
  }

  /** One with a home of its own, for what would harm others. */
  async apart(options: Connecting = {}): Promise<Scene> {
    const scene = new Scene(this.#onEnd, {});
    await scene.open(options);
    return scene;
  }

  /** A connection with an `ringback mcp` of its own. */
  connect({ generation = 2025, ...options }: Connecting = {}): Promise<Client> {
    return connectStdio(this.#onEnd, this.home, generation, { cwd: '/', ...options });
  }

  /** A conversation of its own over the connection that all share. */
  newAgent(client: Client | undefined = this.#shared): Agent {
    if (!client) throw new Error('the scene is not open');
    this.#agents += 1;
    return new Agent(client, `test-client:row-${this.#agents}`);
  }

  /** One that does not say which conversation it is in. */
  agentOf(client: Client): Agent {
    return new Agent(client);
  }

  /** The same from a client that declares the Tasks extension. */
  newTaskAgent(): TaskAgent {
    this.#agents += 1;
    const agent = new TaskAgent(this.home.folder, `test-client:row-${this.#agents}`);
    this.#onEnd(() => agent.end());
    return agent;
  }

  /** Until a process has ended, without its agent being shown it. */
  async ended(id: unknown): Promise<void> {
    await this.person.wait(String(id));
  }

  /** What was ever written down for a session, oldest first. */
  async told(session: string): Promise<WireNotification[]> {
    return (await this.person.notifications.history({ session_key: session })).toReversed();
  }

  readonly #onEnd = (cleanUp: () => Promise<void>): void => void this.#cleanUps.push(cleanUp);
}
