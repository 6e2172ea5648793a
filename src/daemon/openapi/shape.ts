import type * as z from 'zod/mini';

/**
 * The fields of a wire type, each with its schema: one that is forgotten or of another type does not compile. This is
 * what ties the document to src/wire.
 */
export type Shape<Wire> = {
  readonly [Name in keyof Wire]-?: Record<never, never> extends Pick<Wire, Name>
    ? z.ZodMiniExactOptional<z.ZodMiniType<Exclude<Wire[Name], undefined>>>
    : z.ZodMiniType<Wire[Name]>;
};
