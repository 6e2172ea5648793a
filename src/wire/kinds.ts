/** Kinds of values that several messages hold. */
import * as z from 'zod/mini';
import { isCleanText, NOT_CLEAN } from '../base/clean-text.ts';

export const anyText = z.string();
/** Text that can reach a program: no NUL, no half characters. */
export const text = z.string().check(z.refine(isCleanText, NOT_CLEAN));
export const filledText = text.check(z.refine((value) => value.trim() !== '', 'must not be empty'));

export const flag = z.boolean();
export const number = z.number();
export const count = z.int().check(z.gte(0));
export const wholeNumber = (least: number, most = Number.MAX_SAFE_INTEGER) =>
  z.int().check(z.gte(least), z.lte(most));
/** Seconds. */
export const duration = z.number().check(z.gte(0), z.lte(10 ** 9));
/** A point in time, in answers. */
export const time = z.iso.datetime();
/** Milliseconds since 1970, in events. */
export const moment = z.int();

export const processId = z.string().check(z.regex(/^proc_[0-9a-f]{12}$/, 'must be proc_ and 12 hex digits'));
/** What a process may be called: never what could be an id, or the beginning of one. */
export const processName = z.string().check(
  z.regex(
    /^[\p{L}\p{N}][\p{L}\p{N}._:-]{0,63}$/u,
    'must be at most 64 letters, digits or ._:-, beginning with a letter or digit',
  ),
  z.refine(
    (name) => !/^(proc_.*|[0-9a-f]{4,})$/i.test(name),
    'must not look like an id (proc_…, or 4 and more hex digits)',
  ),
);
export const cursor = z.string().check(z.regex(/^\d+$/));
export const list = <Item extends z.ZodMiniType>(item: Item) => z.readonly(z.array(item));
/** Settings of a ringer, a tool's result: what its kind makes of it. */
export const anything = z.record(z.string(), z.unknown());
export const variables = z.record(text.check(z.regex(/^[^=]+$/, 'is no name of a variable')), text);

/** In a query everything is text. */
export const numberText = z.pipe(
  z.pipe(z.string().check(z.regex(/^\d{1,15}$/, 'must be a whole number')), z.transform(Number)),
  number,
);
export const flagText = z.pipe(
  z.pipe(
    z.string().check(z.regex(/^(0|1|true|false)$/, 'must be true or false')),
    z.transform((value) => value === '1' || value === 'true'),
  ),
  flag,
);

export const ok = z.literal('ok');
export const nothing = z.strictObject({});
