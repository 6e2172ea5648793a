import { setTimeout as sleep } from 'node:timers/promises';
import { RingbackError } from '../../../base/errors.ts';
import {
  type Environment,
  type OpenEnvironment,
  type OpenRequest,
  type Place,
  PlaceGone,
  type PlaceRef,
  type Program,
} from '../../environment.ts';
import { findAddress, parseAddress } from './address.ts';
import { EngineApi } from './api.ts';
import { nameOf, startedAt, whyGone, whyNotNow } from './condition.ts';
import * as containers from './containers.ts';
import type { Engine } from './engine.ts';
import { execute } from './exec.ts';
import { describeContainer, type OurContainer, ownLabels } from './our-container.ts';
import type { Settings } from './settings.ts';
import { isRefusal } from './trouble.ts';

const LONGEST_MAKING_MS = 20_000;
const NEXT_LOOK_MS = 50;

/** One container of an engine that serves the Docker API: an existing one, or one of ours. */
export class ContainerEnvironment implements Environment {
  readonly isPerProcess = false;
  readonly #engine: Engine;
  readonly #settings: Settings;
  readonly #options: OpenEnvironment;
  readonly #lines = new Set<Program>();
  /** Making and releasing take turns: nothing is released that is just being taken. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(engine: Engine, settings: Settings, options: OpenEnvironment) {
    this.#engine = engine;
    this.#settings = settings;
    this.#options = options;
  }

  async open({ ref }: OpenRequest, signal: AbortSignal): Promise<Place> {
    const api = this.#api(ref);
    if (ref) return this.#place(api, await this.#find(api, ref, signal));
    const container = await this.#inTurn(() => {
      signal.throwIfAborted();
      return this.#settings.container === undefined
        ? this.#makeOurs(api, signal)
        : this.#takeExisting(api, this.#settings.container, signal);
    });
    return this.#place(api, container);
  }

  /** Only what we made, and only as it was when the ref was: one that was started again may be in use again. */
  async release(ref: PlaceRef): Promise<void> {
    await this.#inTurn(async () => {
      const api = this.#api(ref);
      const container = await inspectIfThere(api, ref.container ?? '');
      if (!container || !hasLabels(container, ownLabels(this.#options))) return;
      const { Running, Paused } = container.State;
      if ((Running || Paused) && startedAt(container) !== ref.started) return;
      if (this.#settings.keep) await containers.stopContainer(api, container.Id);
      else await containers.removeContainer(api, container.Id);
    });
  }

  async close(): Promise<void> {
    for (const line of this.#lines) line.close();
  }

  /** A place stays with the engine that has it, also when the settings name another by now. */
  #api(ref: PlaceRef | undefined): EngineApi {
    const { certificates } = this.#settings;
    const address =
      (ref?.engine ? parseAddress(ref.engine, false) : undefined) ??
      findAddress(this.#engine, this.#settings);
    return new EngineApi(this.#engine, address, certificates);
  }

  async #find(api: EngineApi, ref: PlaceRef, signal: AbortSignal): Promise<containers.Container> {
    const { container: id = '', name = id.slice(0, 12) } = ref;
    const container = await inspectIfThere(api, id, signal);
    if (!container) throw new PlaceGone(`The container ${name} was removed.`);
    const gone = whyGone(container, ref) ?? whyNotNow(container, this.#engine.kind);
    if (gone) throw gone;
    return container;
  }

  async #takeExisting(api: EngineApi, name: string, signal: AbortSignal): Promise<containers.Container> {
    const container = await inspectIfThere(api, name, signal);
    const { name: engine, kind } = this.#engine;
    if (!container) {
      const hint = `See which there are with: ${kind} ps --all`;
      throw new RingbackError('not_found', `${engine} has no container "${name}".`, hint);
    }
    const trouble = whyNotNow(container, kind);
    if (trouble) throw trouble;
    return container;
  }

  /** Ours, running. One that somebody stopped is started again: its files are still in it. */
  async #makeOurs(api: EngineApi, signal: AbortSignal): Promise<containers.Container> {
    const ours = describeContainer(this.#settings, this.#options);
    const found = await findOurs(api, ours, signal);
    const id = found?.Id ?? (await this.#create(api, ours, signal));
    if (!found?.State.Running) await this.#start(api, id, found === undefined, signal);
    const container = await containers.inspectContainer(api, id, signal);
    const trouble = whyNotNow(container, this.#engine.kind);
    if (trouble) throw trouble;
    return container;
  }

  async #create(api: EngineApi, ours: OurContainer, signal: AbortSignal): Promise<string> {
    const create = () => containers.createContainer(api, ours.name, ours.body, signal);
    const made = await create().catch(async (error: Error) => {
      if (!isRefusal(error, 404)) throw error;
      await this.#fetchImage(api, signal);
      return create();
    });
    if (made !== 'taken') return made;
    return (await this.#findNamesake(api, ours, signal)).Id;
  }

  /** Another daemon of this home makes it at this moment: its name is taken before it can be seen. */
  async #findNamesake(
    api: EngineApi,
    { name, labels }: OurContainer,
    signal: AbortSignal,
  ): Promise<containers.Container> {
    const deadline = Date.now() + LONGEST_MAKING_MS;
    for (;;) {
      const other = await inspectIfThere(api, name, signal);
      if (other && hasLabels(other, labels)) return other;
      if (other || Date.now() > deadline) break;
      await sleep(NEXT_LOOK_MS, undefined, { signal });
    }
    throw new RingbackError('failed', `Another container is called ${name}.`, 'Rename or remove it.');
  }

  async #fetchImage(api: EngineApi, signal: AbortSignal): Promise<void> {
    const { image = '', pull = false } = this.#settings;
    if (pull) return containers.pullImage(api, image, signal);
    const hint = `Fetch it with: ${this.#engine.kind} pull ${image}; or set "pull": true.`;
    throw new RingbackError('not_found', `${this.#engine.name} has no image "${image}".`, hint);
  }

  /** What was made and cannot start (no shell, no such network) is of no use to anybody. */
  async #start(api: EngineApi, id: string, isNew: boolean, signal: AbortSignal): Promise<void> {
    try {
      await containers.startContainer(api, id, signal);
    } catch (error) {
      if (isNew) await containers.removeContainer(api, id).catch(() => {});
      throw error;
    }
  }

  #place(api: EngineApi, container: containers.Container): Place {
    const lines = new Set<Program>();
    return {
      ref: {
        container: container.Id,
        name: nameOf(container),
        started: startedAt(container),
        engine: api.address.text,
      },
      run: async (args) => {
        const line = await execute(api, container.Id, args, this.#settings);
        for (const set of [lines, this.#lines]) {
          set.add(line);
          void line.ended.then(() => set.delete(line));
        }
        return line;
      },
      close: async () => {
        for (const line of lines) line.close();
      },
    };
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#turn.then(work, work);
    this.#turn = mine.catch(() => {});
    return mine;
  }
}

function hasLabels({ Config }: containers.Container, labels: Readonly<Record<string, string>>): boolean {
  return Object.entries(labels).every(([key, value]) => Config.Labels?.[key] === value);
}

async function findOurs(
  api: EngineApi,
  { labels }: OurContainer,
  signal: AbortSignal,
): Promise<containers.Container | undefined> {
  const [id] = await containers.listContainers(api, labels, signal);
  return id === undefined ? undefined : inspectIfThere(api, id, signal);
}

async function inspectIfThere(
  api: EngineApi,
  id: string,
  signal?: AbortSignal,
): Promise<containers.Container | undefined> {
  try {
    return await containers.inspectContainer(api, id, signal);
  } catch (error) {
    if (isRefusal(error, 404)) return undefined;
    throw error;
  }
}
