import { type Route as HttpRoute, routesOf } from '../../transport/route.ts';
import type { Agent } from './agent.ts';

/** What the agent's routes work with. */
export type Context = { readonly agent: Agent };

export type Route = HttpRoute<Context>;

export const { route, streamRoute } = routesOf<Context>({
  part: ':conversation',
  resolve: (idText, { agent }) => agent.resolve(idText),
});
