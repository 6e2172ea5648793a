/** Kinds of parameters that several tools take. Their descriptions are what a model reads. */
import * as z from 'zod/mini';
import { isCleanText, NOT_CLEAN } from '../base/clean-text.ts';

/** Text that can reach a program: no NUL, no half characters. */
export const text = (about: string) => z.string().check(z.refine(isCleanText, NOT_CLEAN), z.describe(about));

export const filledText = (about: string) =>
  z.string().check(
    z.refine((value) => value.trim() !== '', 'must not be empty'),
    z.refine(isCleanText, NOT_CLEAN),
    z.describe(about),
  );

export const flag = (about: string) => z.exactOptional(z.boolean().check(z.describe(about)));

export const count = (least: number, about: string) =>
  z.exactOptional(
    z
      .number()
      .check(
        z.refine(Number.isSafeInteger, 'must be an integer'),
        z.gte(least),
        z.describe(about),
        z.meta({ type: 'integer' }),
      ),
  );

export const patterns = (about: string) =>
  z.exactOptional(z.array(filledText('One pattern.')).check(z.maxLength(100), z.describe(about)));
