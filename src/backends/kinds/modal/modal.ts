import * as z from 'zod/mini';
import { defined } from '../../../base/defined.ts';
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
import { describeError, isNotFound } from './errors.ts';
import { exec } from './exec.ts';
import { library, type Modal, type ModalClient, type Sandbox } from './library.ts';

/** The most that the service allows. Its own default is five minutes. */
const DAY_SECONDS = 24 * 60 * 60;

const schema = z.strictObject({
  /** An image of a registry, as `docker pull` takes it. */
  image: z.string(),
  app: z.optional(z.string()),
  /** Of Modal: not what is called so here. */
  environment: z.optional(z.string()),
  /** Else from ~/.modal.toml. The daemon keeps no keys among its variables. */
  tokenId: z.optional(z.string()),
  tokenSecret: z.optional(z.string()),
  /** Seconds after which Modal ends the sandbox, whatever runs in it. */
  timeout: z.optional(z.int().check(z.gte(1), z.lte(DAY_SECONDS))),
  cpu: z.optional(z.number().check(z.gt(0))),
  /** MiB. */
  memory: z.optional(z.int().check(z.gte(1))),
  gpu: z.optional(z.string()),
  env: z.optional(z.record(z.string(), z.string())),
  /** A folder whose node_modules has the client library. */
  packages: z.optional(z.string()),
});

type ModalSettings = z.infer<typeof schema>;
type Service = { readonly modal: Modal; readonly client: ModalClient };

export const modal = defineEnvironment<ModalSettings>({
  kind: 'modal',
  summary: 'A sandbox of Modal, made when it is first needed.',
  schema,
  secrets: ['tokenId', 'tokenSecret', 'env'],
  create: (settings, options) => new ModalEnvironment(settings, options),
  check: async (settings) => [await checkLibrary(library, settings.packages)],
});

class ModalEnvironment implements Environment {
  readonly isPerProcess = false;
  readonly #settings: ModalSettings;
  readonly #options: OpenEnvironment;
  readonly #app: string;
  #service: Promise<Service> | undefined;

  constructor(settings: ModalSettings, options: OpenEnvironment) {
    this.#settings = settings;
    this.#options = options;
    this.#app = settings.app ?? 'ringback';
  }

  async open({ ref }: OpenRequest, signal: AbortSignal): Promise<Place> {
    const service = await this.#connect();
    signal.throwIfAborted();
    const sandbox = ref
      ? await attach(service, ref.sandbox ?? '')
      : await this.#findOrMake(service).catch((error) => {
          throw describeError(error, 'make a sandbox');
        });
    return {
      ref: { sandbox: sandbox.sandboxId },
      run: async (args) => {
        try {
          return await exec(sandbox, args);
        } catch (error) {
          throw describeError(error, `run ${args[0]}`);
        }
      },
      close: async () => sandbox.detach(),
    };
  }

  async release(ref: PlaceRef): Promise<void> {
    const { client } = await this.#connect();
    try {
      const sandbox = await client.sandboxes.fromId(ref.sandbox ?? '');
      if ((await sandbox.poll()) === null) await sandbox.terminate();
    } catch (error) {
      if (!isNotFound(error)) throw describeError(error, 'end the sandbox');
    }
  }

  async close(): Promise<void> {
    const service = await this.#service?.catch(() => undefined);
    service?.client.close();
  }

  #connect(): Promise<Service> {
    this.#service ??= this.#load().catch((error) => {
      this.#service = undefined;
      throw describeError(error, 'connect');
    });
    return this.#service;
  }

  async #load(): Promise<Service> {
    const { tokenId, tokenSecret, environment, packages } = this.#settings;
    const modal = await loadLibrary<Modal>(library, packages);
    const client = new modal.ModalClient(defined({ tokenId, tokenSecret, environment }));
    return { modal, client };
  }

  /** By its name, of which Modal lets one run in an app: two that make it at the same time get the same. */
  async #findOrMake({ modal, client }: Service): Promise<Sandbox> {
    const name = this.#sandboxName();
    const find = () => client.sandboxes.fromName(this.#app, name);
    try {
      const sandbox = await find();
      if ((await sandbox.poll()) === null) return sandbox;
    } catch (error) {
      if (!(error instanceof modal.NotFoundError) && !isNotFound(error)) throw error;
    }
    const { image, timeout = DAY_SECONDS, cpu, memory, gpu, env } = this.#settings;
    const app = await client.apps.fromName(this.#app, { createIfMissing: true });
    const options = {
      name,
      tags: { 'ringback-owner': this.#options.owner, 'ringback-environment': this.#options.name },
      timeoutMs: timeout * 1000,
      ...defined({ cpu, memoryMiB: memory, gpu, env }),
    };
    try {
      return await client.sandboxes.create(app, client.images.fromRegistry(image), options);
    } catch (error) {
      if (!(error instanceof modal.AlreadyExistsError)) throw error;
      return find();
    }
  }

  #sandboxName(): string {
    const text = JSON.stringify([this.#options.owner, this.#options.name]);
    return `ringback-${shortHash(text, 24)}`;
  }
}

async function attach({ client }: Service, id: string): Promise<Sandbox> {
  const sandbox = await client.sandboxes.fromId(id);
  let code: number | null;
  try {
    code = await sandbox.poll();
  } catch (error) {
    if (isNotFound(error)) throw new PlaceGone(`The Modal sandbox ${id} is no more.`);
    throw describeError(error, `look at the sandbox ${id}`);
  }
  if (code !== null) throw new PlaceGone(`The Modal sandbox ${id} ${howItEnded(code)}.`);
  return sandbox;
}

/** The SDK has only numbers for it. */
function howItEnded(code: number): string {
  if (code === 124) return 'reached its timeout';
  if (code === 137) return 'was terminated';
  return `has ended with exit code ${code}`;
}
