import { randomUUID } from 'node:crypto';
import { defined } from '../../../base/defined.ts';
import { RingbackError } from '../../../base/errors.ts';
import { shortHash } from '../../../base/short-hash.ts';
import { checkLibrary, loadLibrary } from '../../client-library.ts';
import {
  defineEnvironment,
  type Environment,
  type OpenEnvironment,
  type OpenRequest,
  type Place,
  PlaceGone,
  type PlaceRef,
} from '../../environment.ts';
import { describeError, statusOf } from './errors.ts';
import { exec } from './exec.ts';
import { type Daytona, type DaytonaLibrary, library, type Sandbox } from './library.ts';
import { endLostSessions, forgetSession, nameSession } from './sessions.ts';
import { type DaytonaSettings, schema } from './settings.ts';

const LONGEST_START_SECONDS = 120;
/** Of one start of a sandbox: what ran in an earlier one is no more. */
const RUN_LABEL = 'ringback-run';

export const daytona = defineEnvironment<DaytonaSettings>({
  kind: 'daytona',
  summary: 'A sandbox of Daytona, made when it is first needed and stopped when nothing runs in it.',
  schema,
  secrets: ['apiKey', 'env'],
  create: (settings, options) => new DaytonaEnvironment(settings, options),
  check: async (settings) => [await checkLibrary(library, settings.packages)],
});

class DaytonaEnvironment implements Environment {
  readonly isPerProcess = false;
  readonly #settings: DaytonaSettings;
  readonly #options: OpenEnvironment;
  /** Of the sandbox. */
  readonly #name: string;
  #client: Promise<Daytona> | undefined;

  constructor(settings: DaytonaSettings, options: OpenEnvironment) {
    this.#settings = settings;
    this.#options = options;
    const text = JSON.stringify([options.owner, options.name]);
    this.#name = `ringback-${shortHash(text, 24)}`;
  }

  async open({ ref }: OpenRequest, signal: AbortSignal): Promise<Place> {
    const client = await this.#connect();
    signal.throwIfAborted();
    const what = ref ? `look at the sandbox ${ref.sandbox}` : 'make a sandbox';
    try {
      const sandbox = ref ? await attach(client, ref) : await this.#findOrMake(client);
      await endLostSessions(sandbox.process, this.#name);
      return this.#placeIn(sandbox);
    } catch (error) {
      throw error instanceof PlaceGone ? error : describeError(error, what);
    }
  }

  async release(ref: PlaceRef): Promise<void> {
    const client = await this.#connect();
    try {
      const sandbox = await client.get(ref.sandbox ?? '');
      if (this.#settings.keep === false) await sandbox.delete();
      else if (sandbox.state === 'started') await sandbox.stop();
    } catch (error) {
      if (statusOf(error) !== 404) throw describeError(error, 'stop the sandbox');
    }
  }

  async close(): Promise<void> {
    const client = await this.#client?.catch(() => undefined);
    await client?.[Symbol.asyncDispose]();
  }

  #connect(): Promise<Daytona> {
    this.#client ??= this.#load().catch((error) => {
      this.#client = undefined;
      throw describeError(error, 'connect');
    });
    return this.#client;
  }

  async #load(): Promise<Daytona> {
    const { apiKey, apiUrl, target, packages } = this.#settings;
    const { Daytona } = await loadLibrary<DaytonaLibrary>(library, packages);
    return new Daytona({
      useDeprecatedPolling: true,
      ...defined({ apiKey, apiUrl, target }),
    });
  }

  #placeIn(sandbox: Sandbox): Place {
    return {
      ref: { sandbox: sandbox.id, run: sandbox.labels[RUN_LABEL] ?? '' },
      run: async (args) => {
        const id = nameSession(this.#name);
        try {
          const program = await exec(sandbox.process, id, args);
          program.ended.then(() => forgetSession(id));
          return program;
        } catch (error) {
          forgetSession(id);
          throw describeError(error, `run ${args[0]}`);
        }
      },
      close: async () => {},
    };
  }

  /** By its name, which Daytona gives only once: two that make it at the same time get the same. */
  async #findOrMake(client: Daytona): Promise<Sandbox> {
    try {
      return await this.#wake(await client.get(this.#name));
    } catch (error) {
      if (statusOf(error) !== 404) throw error;
    }
    const { snapshot, image, resources, env, autoStopInterval = 0 } = this.#settings;
    const options = {
      name: this.#name,
      labels: {
        'ringback-owner': this.#options.owner,
        'ringback-environment': this.#options.name,
        [RUN_LABEL]: randomUUID(),
      },
      autoStopInterval,
      ...defined({ snapshot, image, resources, envVars: env }),
    };
    try {
      return await client.create(options, { timeout: LONGEST_START_SECONDS });
    } catch (error) {
      if (statusOf(error) !== 409) throw error;
      return this.#wake(await client.get(this.#name));
    }
  }

  async #wake(sandbox: Sandbox): Promise<Sandbox> {
    const { state = 'unknown' } = sandbox;
    if (state === 'started') return sandbox;
    if (state === 'stopped' || state === 'archived') {
      // Before it starts: should we be cut off in between, what ran before is not taken to run again.
      const labels = { ...sandbox.labels, [RUN_LABEL]: randomUUID() };
      await sandbox.setLabels(labels);
      await sandbox.start(LONGEST_START_SECONDS);
      return sandbox;
    }
    const reason = sandbox.errorReason ? `: ${sandbox.errorReason}` : '';
    const hint = state === 'error' ? 'Repair or delete it in Daytona.' : '';
    throw new RingbackError(
      'failed',
      `The Daytona sandbox ${sandbox.name} is waiting: ${state}${reason}`,
      hint,
    );
  }
}

async function attach(client: Daytona, ref: PlaceRef): Promise<Sandbox> {
  const id = ref.sandbox ?? '';
  const name = `The Daytona sandbox ${id}`;
  let sandbox: Sandbox;
  try {
    sandbox = await client.get(id);
  } catch (error) {
    if (statusOf(error) === 404) throw new PlaceGone(`${name} was deleted.`);
    throw error;
  }
  const { state = 'unknown', labels, errorReason } = sandbox;
  if (/^destroy/.test(state)) throw new PlaceGone(`${name} was deleted.`);
  if (/^(stopp|archiv)/.test(state)) throw new PlaceGone(`${name} was stopped.`);
  if (labels[RUN_LABEL] !== ref.run) throw new PlaceGone(`${name} was stopped and started again.`);
  if (state === 'started') return sandbox;
  throw new RingbackError('failed', `${name} is waiting: ${[state, errorReason].filter(Boolean).join(': ')}`);
}
