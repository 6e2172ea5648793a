import type { ZodMiniType } from 'zod/mini';
import type { ErrorCode } from '../../base/errors.ts';

/** What the document says about a route beside what the route says itself. */
export type Description = {
  /** Its name in generated clients. */
  readonly name: string;
  /** One sentence. */
  readonly summary: string;
  /** What one must know besides. */
  readonly details?: string;
  /** Beside those that every route may answer with. */
  readonly errors?: readonly ErrorCode[];
  /** Parts of the body that the route itself looks at only later. */
  readonly body?: Readonly<Record<string, ZodMiniType | { readonly json: object }>>;
} & (
  | { readonly answer: ZodMiniType; readonly status?: 200 | 201 }
  /** A stream: what each kind of event carries. */
  | { readonly events: Readonly<Record<string, EventDescription>> }
);

export type EventDescription = { readonly summary: string; readonly data: ZodMiniType };

/** By method and path, as in routes.ts. */
export type Descriptions = Readonly<Record<string, Description>>;
