/** How settings and parameters are written down: each with a description, which a person or a model reads. */
import * as z from 'zod/mini';

export function described<Kind extends z.ZodMiniType>(kind: Kind, description: string): Kind {
  return kind.check(z.describe(description));
}

/** One that may be absent. */
export function optional<Kind extends z.ZodMiniType>(kind: Kind, description: string) {
  return z.exactOptional(described(kind, description));
}

export const filledText = z.string().check(z.minLength(1));

export const withoutPassword = z.refine<string>(
  (url) => !/^https?:\/\/[^/]*@/.test(url),
  'must not have a password in it',
);
