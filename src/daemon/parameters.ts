/** Kinds of parameters that several routes take. */
import * as z from 'zod/mini';
import { isCleanText, NOT_CLEAN } from '../base/clean-text.ts';

/** Text that can reach a program: no NUL, no half characters. */
export const text = z.string().check(z.refine(isCleanText, NOT_CLEAN));
export const filledText = text.check(z.refine((value) => value.trim() !== '', 'must not be empty'));

export const wholeNumber = (least: number, most = Number.MAX_SAFE_INTEGER) =>
  z.int().check(z.gte(least), z.lte(most));

export const duration = z.number().check(z.gte(0), z.lte(10 ** 9));

/** In a query everything is text. */
export const numberText = z.pipe(
  z.string().check(z.regex(/^\d{1,15}$/, 'must be a whole number')),
  z.transform(Number),
);
export const flagText = z.pipe(
  z.string().check(z.regex(/^(0|1|true|false)$/, 'must be true or false')),
  z.transform((value) => value === '1' || value === 'true'),
);

/** As many as SQLite takes in one statement, and some less. */
const MOST_IDS = 30_000;
export const notificationIds = z.strictObject({ ids: z.array(filledText).check(z.maxLength(MOST_IDS)) });

export const nothing = z.strictObject({});
