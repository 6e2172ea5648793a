/** Kinds of values that several answers hold. */
import * as z from 'zod/mini';

export const flag = z.boolean();
export const text = z.string();
export const number = z.number();
export const count = z.int().check(z.gte(0));
export const time = z.iso.datetime();
/** Milliseconds since 1970. */
export const moment = z.int();
export const maybe = <Schema extends z.ZodMiniType>(schema: Schema) => z.exactOptional(schema);
export const list = <Schema extends z.ZodMiniType>(schema: Schema) => z.readonly(z.array(schema));
export const processId = text.check(z.regex(/^proc_[0-9a-f]{12}$/));
export const cursor = text.check(z.regex(/^\d+$/));
