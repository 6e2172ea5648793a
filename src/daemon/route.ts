import type { ZodMiniType } from 'zod/mini';
import { validate } from '../base/validate.ts';
import type { Engine } from '../engine/engine.ts';
import type { Notifier } from '../notify/notifier.ts';
import type { Switchboard } from '../ringers/switchboard.ts';
import type { Toolbox } from '../tools/toolbox.ts';
import { nothing } from './parameters.ts';

/** One server-sent event. `id` is where a reader goes on that was cut off after it. */
export type ServerEvent = { readonly name: string; readonly id: string; readonly data: object };

export type Answer =
  | {
      readonly status: number;
      readonly body: object;
      /** Once: it is out, or the client had gone before. */
      settled?(wasSent: boolean): void;
    }
  /** From `start` on, which a reader that is cut off before the first event has to know. */
  | { readonly events: AsyncIterable<ServerEvent>; readonly start: string };

/** What a daemon tells about itself. */
export type DaemonInfo = {
  readonly home: string;
  readonly startedAt: number;
  /** Where it is served over TCP, when it is. */
  address?: string;
  connections(): number;
  /** Leaves once the answer is out. */
  stop(): void;
};

/** A request as it came in. */
export type RawCall = {
  readonly engine: Engine;
  readonly notifier: Notifier;
  readonly tools: Toolbox;
  readonly switchboard: Switchboard;
  readonly daemon: DaemonInfo;
  /** The `:id` or `:name` of the path, as written by the client. */
  readonly idText: string;
  readonly query: unknown;
  readonly body: unknown;
  readonly lastEventId: string | undefined;
  /** Falls when the client has gone or the daemon leaves. */
  readonly signal: AbortSignal;
};

export type Call<Query, Body> = Omit<RawCall, 'query' | 'body' | 'idText'> & {
  /** The full id of the process that the path names, or the `:name` in it; empty where it has neither. */
  readonly id: string;
  readonly query: Query;
  readonly body: Body;
};

export type Route = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** What it takes; openapi/ tells the world. */
  readonly query: ZodMiniType;
  readonly body: ZodMiniType;
  answer(call: RawCall): Promise<Answer>;
};

type Definition<Query, Body> = {
  readonly method: Route['method'];
  readonly path: string;
  readonly query?: ZodMiniType<Query>;
  readonly body?: ZodMiniType<Body>;
  answer(call: Call<Query, Body>): Promise<Answer> | Answer;
};

type Nothing = Record<string, never>;

/** A route that gets its parameters checked and its id resolved. */
export function route<Query = Nothing, Body = Nothing>(definition: Definition<Query, Body>): Route {
  const { method, path } = definition;
  const querySchema = definition.query ?? (nothing as unknown as ZodMiniType<Query>);
  const bodySchema = definition.body ?? (nothing as unknown as ZodMiniType<Body>);
  return {
    method,
    path,
    query: querySchema,
    body: bodySchema,
    async answer({ idText, query, body, ...rest }) {
      const checked = { query: validate(querySchema, query), body: validate(bodySchema, body) };
      const id = path.includes('/:id') ? rest.engine.resolve(idText) : idText;
      return definition.answer({ ...rest, ...checked, id });
    },
  };
}

export function ok(body: object): Answer {
  return { status: 200, body };
}
