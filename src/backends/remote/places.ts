import type { CommonSettings } from '../common-settings.ts';
import type { Environment, OpenRequest, Place, PlaceRef } from '../environment.ts';
import type { EnvironmentTable } from '../environment-table.ts';
import type { ParsedEnvironment } from '../parse-environment.ts';
import { IdlePlaces } from './idle-places.ts';
import { type Connected, PlaceConnection } from './place-connection.ts';

export type PlacesOptions = {
  readonly name: string;
  readonly table: EnvironmentTable;
  /** In the home: what outlives the engine. */
  readonly stateFolder: string;
  /** Private, with a short path. */
  readonly socketFolder: string;
  readonly owner: string;
  /** A place of another environment, through which this one may be reached. */
  openOther(name: string, signal: AbortSignal): Promise<Place>;
};

type Current = { readonly environment: Environment; readonly common: CommonSettings };
type Opened = { readonly connection: PlaceConnection; readonly connected: Connected };

/** How long a place of its own may take until a process can be started in it: a pod, a sandbox. */
const MAKING_MS = 120_000;

/** The places of one environment and the lines to them: made when they are needed, let go when they are not. */
export class Places {
  readonly #options: PlacesOptions;
  readonly #connections = new Map<string, PlaceConnection>();
  readonly #held = new Map<string, number>();
  readonly #idle: IdlePlaces;
  #parsed: ParsedEnvironment | undefined;
  #current: Current | undefined;
  readonly #environments = new Set<Environment>();
  #newest: PlaceConnection | undefined;
  #opening: Promise<Opened> | undefined;
  readonly #openedFor = new Map<string, Promise<Opened>>();
  #front: PlaceConnection | undefined;
  #trouble: string | undefined;
  #isClosed = false;

  constructor(options: PlacesOptions) {
    this.#options = options;
    this.#idle = new IdlePlaces(options.stateFolder, (ref) => this.#release(ref));
  }

  /** As it is configured now. */
  async current(): Promise<Current> {
    const { name, table, socketFolder, owner, openOther } = this.#options;
    const parsed = await table.get(name);
    if (this.#current && parsed === this.#parsed) return this.#current;
    const environment = parsed.kind.create(parsed.settings, { name, folder: socketFolder, owner, openOther });
    this.#environments.add(environment);
    this.#parsed = parsed;
    this.#newest = undefined;
    this.#current = { environment, common: parsed.common };
    return this.#current;
  }

  /** The place for a new process, and the connection to it. */
  async forNew(processId: string): Promise<Opened> {
    const { environment } = await this.current();
    if (environment.isPerProcess) return this.#openOnceFor(processId);
    if (this.#newest?.isConnected)
      return { connection: this.#newest, connected: await this.#newest.connect() };
    this.#opening ??= this.#openShared().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  /** What a process of this id will find there. */
  async forLook(processId: string): Promise<Connected> {
    const { environment } = await this.current();
    if (environment.batch) return this.front().connect();
    return (await this.forNew(processId)).connected;
  }

  connectionTo(ref: PlaceRef, processId?: string): PlaceConnection {
    const key = keyOf(ref);
    const known = this.#connections.get(key);
    if (known) return known;
    const connection = this.#newConnection({ ref, ...(processId && { processId }) });
    this.#connections.set(key, connection);
    return connection;
  }

  /** Where jobs are submitted. */
  front(): PlaceConnection {
    const current = async () => {
      const { environment, common } = await this.current();
      const { batch } = environment;
      if (!batch) throw new Error('This environment has no batch system any more.');
      return {
        environment: {
          hasLogin: environment.hasLogin ?? false,
          open: (_request: OpenRequest, signal: AbortSignal) => batch.openFront(signal),
        },
        common: { ...common, lostAfterSeconds: 0 },
      };
    };
    this.#front ??= new PlaceConnection({ ...this.#names, current }, {});
    return this.#front;
  }

  /** As long as somebody holds it a place is not idle. */
  hold(ref: PlaceRef): () => void {
    const key = keyOf(ref);
    this.#held.set(key, (this.#held.get(key) ?? 0) + 1);
    this.#idle.use(key);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const holders = (this.#held.get(key) ?? 1) - 1;
      this.#held.set(key, holders);
      if (holders === 0 && !this.#isClosed) void this.#leaveIdle(key, ref).catch(() => {});
    };
  }

  /** Whether a place that we made waits to be let go. */
  get hasIdle(): boolean {
    return this.#idle.isWaiting;
  }

  /** What an earlier engine made, and nothing runs in. */
  async resumeIdle(): Promise<void> {
    const { common } = await this.current();
    this.#idle.resume(common.idleStopSeconds * 1000);
  }

  /** For people: what is known without asking. */
  state(): { readonly state: 'unused' | 'connected' | 'unreachable'; readonly detail: string } {
    const connections = [...this.#connections.values(), ...(this.#front ? [this.#front] : [])];
    const trouble =
      connections.map((connection) => connection.trouble).find((one) => one !== undefined) ?? this.#trouble;
    if (trouble !== undefined) return { state: 'unreachable', detail: trouble };
    return {
      state: connections.some((connection) => connection.isConnected) ? 'connected' : 'unused',
      detail: '',
    };
  }

  /** Nothing there ends. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#idle.close();
    const connections = [...this.#connections.values(), ...(this.#front ? [this.#front] : [])];
    await Promise.allSettled(connections.map((connection) => connection.close()));
    await Promise.allSettled([...this.#environments].map((environment) => environment.close()));
  }

  async #openShared(): Promise<Opened> {
    const { environment } = await this.current();
    try {
      const place = await environment.open({}, AbortSignal.timeout(MAKING_MS));
      const connection = await this.#adopt(place);
      const connected = await connection.connect();
      this.#newest = connection;
      this.#trouble = undefined;
      return { connection, connected };
    } catch (error) {
      this.#trouble = (error as Error).message;
      throw error;
    }
  }

  #openOnceFor(processId: string): Promise<Opened> {
    const known = this.#openedFor.get(processId);
    if (known) return known;
    const opened = this.#openFor(processId);
    this.#openedFor.set(processId, opened);
    // Asked for twice at the start of a process, and never again.
    setTimeout(() => this.#openedFor.delete(processId), MAKING_MS).unref();
    return opened;
  }

  /** A pod of its own may take a while to be there. */
  async #openFor(processId: string): Promise<Opened> {
    const connection = this.#newConnection({ processId });
    const timeUp = AbortSignal.timeout(MAKING_MS);
    try {
      const connected = await connection.reach(timeUp);
      this.#connections.set(keyOf(connected.place.ref), connection);
      await this.#remember(connected.place.ref);
      return { connection, connected };
    } catch (error) {
      const trouble = connection.trouble;
      this.#openedFor.delete(processId);
      await connection.close();
      // What is only half made is not left there.
      const { environment } = await this.current();
      await environment.release?.({ process: processId }).catch(() => {});
      throw timeUp.aborted ? new Error(trouble ?? 'it did not come up in time') : error;
    }
  }

  /** An existing connection is opened again, instead of making a second one. */
  async #adopt(place: Place): Promise<PlaceConnection> {
    const key = keyOf(place.ref);
    const known = this.#connections.get(key);
    if (known) {
      await place.close();
      return known;
    }
    const connection = this.#newConnection({ ref: place.ref }, place);
    this.#connections.set(key, connection);
    await this.#remember(place.ref);
    return connection;
  }

  async #remember(ref: PlaceRef): Promise<void> {
    const { environment } = await this.current();
    if (environment.release) this.#idle.made(keyOf(ref), ref);
  }

  get #names() {
    const { name, owner } = this.#options;
    return { name, hubName: `${owner}-${name}` };
  }

  #newConnection(request: OpenRequest, opened?: Place): PlaceConnection {
    return new PlaceConnection({ ...this.#names, current: () => this.current() }, request, opened);
  }

  async #leaveIdle(key: string, ref: PlaceRef): Promise<void> {
    const { environment, common } = await this.current();
    if (environment.isPerProcess) await this.#idle.letGo(key, ref);
    else this.#idle.leave(key, ref, common.idleStopSeconds * 1000);
  }

  async #release(ref: PlaceRef): Promise<void> {
    const key = keyOf(ref);
    const connection = this.#connections.get(key);
    this.#connections.delete(key);
    if (this.#newest === connection) this.#newest = undefined;
    await connection?.close();
    const { environment } = await this.current();
    await environment.release?.(ref);
  }
}

export function keyOf(ref: PlaceRef): string {
  return JSON.stringify(Object.entries(ref).sort(([a], [b]) => (a < b ? -1 : 1)));
}
