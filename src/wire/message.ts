/**
 * How a message is written down: a schema with a description of each field. Types, checks, the OpenAPI document and the
 * published declarations are made from it. Built when first used: a daemon that starts pays for no message.
 */
import * as z from 'zod/mini';

/** Messages that have a name in the OpenAPI document; all others stand where they are used. */
export const named = z.registry<{ id: string }>();

/** An object with these fields and no others. */
export function object<Fields extends z.core.$ZodLooseShape>(fields: () => Fields) {
  return z.lazy(() => z.strictObject(fields()));
}

/** An object that the document calls by its name. */
export function message<Fields extends z.core.$ZodLooseShape>(id: string, fields: () => Fields) {
  return called(id, object(fields));
}

/** One of several messages. */
export function oneOf<const Messages extends readonly z.ZodMiniType[]>(id: string, messages: Messages) {
  return called(id, z.union(messages));
}

function called<Schema extends z.ZodMiniType>(id: string, schema: Schema): Schema {
  named.add(schema, { id });
  return schema;
}

/** A field of this kind, and what it means. */
export function field<Kind extends z.ZodMiniType>(kind: Kind, description: string) {
  const described = z.lazy(() => kind);
  z.globalRegistry.add(described, { description });
  return described;
}

/** A field that may be absent. */
export function maybe<Kind extends z.ZodMiniType>(kind: Kind, description: string) {
  return z.exactOptional(field(kind, description));
}

/** A field that may be null. */
export function nullable<Kind extends z.ZodMiniType>(kind: Kind, description: string) {
  return field(z.nullable(kind), description);
}
