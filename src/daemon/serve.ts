import type { LoopbackAddress } from '../base/loopback.ts';
import type { Home } from '../home/open.ts';
import type { Forward } from '../transport/find-route.ts';
import { type Serving as HttpServing, serveHttp } from '../transport/serve-http.ts';
import type { Route } from './route.ts';
import { routes as allRoutes } from './routes.ts';

export type Serving = HttpServing & {
  /** Somebody is still to be rung. */
  isRinging(): boolean;
};

type Options = {
  readonly home: Home;
  /** Served too, to who has the token. `isNeeded`: else not at all. */
  readonly loopback?: { readonly address: LoopbackAddress; readonly isNeeded: boolean };
  readonly routes?: readonly Route[];
  /** What other programs answer, on sockets of their own. */
  readonly forwards?: readonly Forward[];
  /** A connection came or went. */
  onConnections(): void;
  onStopRequest(): void;
  report(error: unknown): void;
};

/** Answers on the socket of a home whose lock this program holds. */
export async function serve({
  home,
  routes = allRoutes,
  forwards = forwardsOf(home),
  onStopRequest,
  ...rest
}: Options): Promise<Serving> {
  const { folder, engine, notifier, wakeUps, delegations, switchboard, tools, active } = home;
  const startedAt = Date.now();
  const serving = await serveHttp({
    ...rest,
    home: folder,
    socket: 'daemon.sock',
    routes,
    forwards,
    context: (server) => {
      const programs = () => home.programs.status();
      const daemon = { ...server, home: folder, startedAt, programs, stop: onStopRequest };
      return { engine, notifier, wakeUps, delegations, tools, switchboard, daemon, active };
    },
  });
  await switchboard.open();
  return {
    ...serving,
    isRinging: () => switchboard.isBusy,
    async close() {
      const closed = serving.close();
      await Promise.all([closed, switchboard.close()]);
    },
  };
}

/** What our own programs answer; each is brought up by the first request. */
function forwardsOf({ programs }: Home): Forward[] {
  return programs.table.map(({ name, prefix }) => ({ prefix, connect: () => programs.connect(name) }));
}
