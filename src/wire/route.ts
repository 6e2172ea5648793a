/** What the OpenAPI document says about a route, and its client may rely on. */
import type { ZodMiniType } from 'zod/mini';
import type { ErrorCode } from '../base/errors.ts';
import type { ToolName } from './tool.ts';

export type EventDescription = { readonly summary: string; readonly data: ZodMiniType };

export type RouteDescription = {
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
  readonly query?: ZodMiniType;
  readonly body?: ZodMiniType;
  /** In bytes, where it may be larger than others. */
  readonly largestBody?: number;
  /** Parts of the body that the route looks at later, so that the error can say more. */
  readonly laterParts?: Readonly<Record<string, ZodMiniType>>;
  /** The tool whose arguments the body carries. */
  readonly tool?: ToolName;
  readonly status?: 200 | 201;
  /** What is not known under its id is the handler's business: it gets the id as it was written. */
  readonly takesAnyId?: boolean;
  /** What it answers with: one message, a stream of events, or bytes of this media type (any: `application/octet-stream`). */
  readonly answer?: ZodMiniType;
  readonly events?: Readonly<Record<string, EventDescription>>;
  readonly media?: string;
};
