import type { Readable } from 'node:stream';
import type { ZodMiniType } from 'zod/mini';
import type { ErrorCode } from '../base/errors.ts';
import { validate } from '../base/validate.ts';
import type { Engine } from '../engine/engine.ts';
import type { Notifier } from '../notify/notifier.ts';
import type { Switchboard } from '../ringers/switchboard.ts';
import type { Toolbox } from '../tools/toolbox.ts';
import type { WakeUps } from '../wake/wake-ups.ts';
import { nothing } from '../wire/kinds.ts';
import type { ToolName } from '../wire/tool.ts';

/** One server-sent event. `id` is where a reader goes on that was cut off after it. */
export type ServerEvent = { readonly name: string; readonly id: string; readonly data: object };

export type Reply<Body> = {
  readonly body: Body;
  /** Once: it is out, or the client had gone before. */
  settled?(wasSent: boolean): void;
};

/** From `start` on, which a reader that is cut off before the first event has to know. */
export type EventReply = { readonly events: AsyncIterable<ServerEvent>; readonly start: string };

/** A file, or anything else that is not JSON. */
export type StreamReply = { readonly stream: Readable; readonly headers: Readonly<Record<string, string>> };

export type Answer = Reply<object> | EventReply | StreamReply;

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
  readonly wakeUps: WakeUps;
  readonly tools: Toolbox;
  readonly switchboard: Switchboard;
  readonly daemon: DaemonInfo;
  /** The `:id` or `:name` of the path, or what stands for its `*`, as written by the client. */
  readonly idText: string;
  readonly query: unknown;
  readonly body: unknown;
  readonly lastEventId: string | undefined;
  /** Aborted when the client has gone or the daemon stops. */
  readonly signal: AbortSignal;
};

export type Call<Query, Body> = Omit<RawCall, 'query' | 'body' | 'idText'> & {
  /** The full id of the process that the path names, or what `:name` or `*` stands for; empty where it has neither. */
  readonly id: string;
  readonly query: Query;
  readonly body: Body;
};

/** What the OpenAPI document says about a route, and its client may rely on. */
type Description = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Its name in generated clients. */
  readonly name: string;
  /** One sentence. */
  readonly summary: string;
  /** What one must know besides. */
  readonly details?: string;
  /** Beside those that every route may answer with. */
  readonly errors?: readonly ErrorCode[];
  /** Parts of the body that the route looks at later, so that the error can say more. */
  readonly laterParts?: Readonly<Record<string, ZodMiniType>>;
  /** The tool whose arguments the body carries. */
  readonly tool?: ToolName;
  readonly status?: 200 | 201;
  /** A process that is not known is the handler's business: it gets the id as it was written. */
  readonly takesAnyId?: boolean;
};

export type EventDescription = { readonly summary: string; readonly data: ZodMiniType };

export type Route = Description & {
  readonly query: ZodMiniType;
  readonly body: ZodMiniType;
  /** What it answers with: one message, a stream of events, or bytes of this media type. */
  readonly answer?: ZodMiniType;
  readonly events?: Readonly<Record<string, EventDescription>>;
  readonly media?: string;
  handle(call: RawCall): Promise<Answer>;
};

type Nothing = Record<string, never>;

type Request<Query, Body> = Description & {
  readonly query?: ZodMiniType<Query>;
  readonly body?: ZodMiniType<Body>;
};

/** A route that gets its parameters checked and its id resolved, and answers with one message. */
export function route<Message extends object, Query = Nothing, Body = Nothing>(
  definition: Request<Query, Body> & {
    readonly answer: ZodMiniType<Message>;
    handle(call: Call<Query, Body>): Promise<Reply<Message>> | Reply<Message>;
  },
): Route {
  return checked(definition);
}

/** A route that answers with events as they come. */
export function streamRoute<Query = Nothing>(
  definition: Request<Query, Nothing> & {
    readonly events: Readonly<Record<string, EventDescription>>;
    handle(call: Call<Query, Nothing>): EventReply;
  },
): Route {
  return checked(definition);
}

/** A route that answers with a file or another stream of bytes. */
export function bytesRoute<Query = Nothing>(
  definition: Request<Query, Nothing> & {
    /** What the answer is; any (`application/octet-stream`) where that differs. */
    readonly media: string;
    handle(call: Call<Query, Nothing>): Promise<StreamReply> | StreamReply;
  },
): Route {
  return checked(definition);
}

function checked<Query, Body>(
  definition: Request<Query, Body> & {
    handle(call: Call<Query, Body>): Promise<Answer> | Answer;
  },
): Route {
  const query = definition.query ?? (nothing as unknown as ZodMiniType<Query>);
  const body = definition.body ?? (nothing as unknown as ZodMiniType<Body>);
  const namesProcess = definition.path.includes('/:id') && !definition.takesAnyId;
  return {
    ...definition,
    query,
    body,
    async handle({ idText, query: queryText, body: given, ...rest }) {
      const valid = { query: validate(query, queryText), body: validate(body, given) };
      const id = namesProcess ? rest.engine.resolve(idText) : idText;
      return definition.handle({ ...rest, ...valid, id });
    },
  };
}
