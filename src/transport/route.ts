import type { Readable } from 'node:stream';
import type { ZodMiniType } from 'zod/mini';
import { validate } from '../base/validate.ts';
import { nothing } from '../wire/kinds.ts';
import type { EventDescription, RouteDescription } from '../wire/route.ts';

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

/** A request as it came in. */
export type Incoming = {
  /** The `:id` or `:name` of the path, or what stands for its `*`, as written by the client. */
  readonly idText: string;
  readonly query: unknown;
  readonly body: unknown;
  readonly lastEventId: string | undefined;
  /** Aborted when the client has gone or the program stops. */
  readonly signal: AbortSignal;
};

/** A request that was checked. */
export type Checked<Query, Body> = Omit<Incoming, 'query' | 'body' | 'idText'> & {
  /** The full id of what the path names, or what `:name` or `*` stands for; empty where it has neither. */
  readonly id: string;
  readonly query: Query;
  readonly body: Body;
};

/** A route of a program whose handlers get `Context`, besides the request. */
export type Route<Context> = RouteDescription & {
  readonly query: ZodMiniType;
  readonly body: ZodMiniType;
  handle(call: Context & Incoming): Promise<Answer>;
};

type Nothing = Record<string, never>;

type Request<Query, Body> = RouteDescription & {
  readonly query?: ZodMiniType<Query>;
  readonly body?: ZodMiniType<Body>;
};

type Names<Context> = {
  /** The part of a path that names something known, such as `:id`. */
  readonly part: string;
  /** The full id of what is named; throws where nothing is, or too much. */
  resolve(idText: string, context: Context): string;
};

/** What makes the routes of a program: their parameters are checked, and ids resolved. */
export function routesOf<Context extends object>({ part, resolve }: Names<Context>) {
  function checked<Query, Body>(
    definition: Request<Query, Body> & {
      handle(call: Context & Checked<Query, Body>): Promise<Answer> | Answer;
    },
  ): Route<Context> {
    const query = definition.query ?? (nothing as unknown as ZodMiniType<Query>);
    const body = definition.body ?? (nothing as unknown as ZodMiniType<Body>);
    const namesOne = definition.path.split('/').includes(part) && !definition.takesAnyId;
    return {
      ...definition,
      query,
      body,
      async handle(call) {
        const { idText, query: queryText, body: given, ...rest } = call;
        const valid = { query: validate(query, queryText), body: validate(body, given) };
        const id = namesOne ? resolve(idText, call) : idText;
        return definition.handle({ ...rest, ...valid, id } as unknown as Context & Checked<Query, Body>);
      },
    };
  }

  return {
    /** A route that answers with one message. */
    route<Message extends object, Query = Nothing, Body = Nothing>(
      definition: Request<Query, Body> & {
        readonly answer: ZodMiniType<Message>;
        handle(call: Context & Checked<Query, Body>): Promise<Reply<Message>> | Reply<Message>;
      },
    ): Route<Context> {
      return checked(definition);
    },

    /** A route that answers with events as they come. */
    streamRoute<Query = Nothing>(
      definition: Request<Query, Nothing> & {
        readonly events: Readonly<Record<string, EventDescription>>;
        handle(call: Context & Checked<Query, Nothing>): EventReply;
      },
    ): Route<Context> {
      return checked(definition);
    },

    /** A route that answers with a file or another stream of bytes. */
    bytesRoute<Query = Nothing>(
      definition: Request<Query, Nothing> & {
        readonly media: string;
        handle(call: Context & Checked<Query, Nothing>): Promise<StreamReply> | StreamReply;
      },
    ): Route<Context> {
      return checked(definition);
    },
  };
}
