import type { Delegations } from '../delegation/delegations.ts';
import type { Engine } from '../engine/engine.ts';
import type { Home } from '../home/open.ts';
import type { Notifier } from '../notify/notifier.ts';
import type { Switchboard } from '../ringers/switchboard.ts';
import type { ProgramStatus } from '../system/programs.ts';
import type { Toolbox } from '../tools/toolbox.ts';
import { type Route as HttpRoute, type Incoming, routesOf } from '../transport/route.ts';
import type { WakeUps } from '../wake/wake-ups.ts';

/** What a daemon tells about itself. */
export type DaemonInfo = {
  readonly home: string;
  readonly startedAt: number;
  /** Where it is served over TCP, when it is. */
  address(): string | undefined;
  connections(): number;
  /** Programs of our own that it keeps. */
  programs(): readonly ProgramStatus[];
  /** Leaves once the answer is out. */
  stop(): void;
};

/** What the daemon's routes work with. */
export type Context = {
  readonly engine: Engine;
  readonly notifier: Notifier;
  readonly wakeUps: WakeUps;
  readonly delegations: Delegations;
  readonly tools: Toolbox;
  readonly switchboard: Switchboard;
  readonly daemon: DaemonInfo;
  /** What keeps the host awake, or a session from being reset. */
  active: Home['active'];
};

export type RawCall = Context & Incoming;
export type Route = HttpRoute<Context>;

export const { route, streamRoute, bytesRoute } = routesOf<Context>({
  part: ':id',
  resolve: (idText, { engine }) => engine.resolve(idText),
});
