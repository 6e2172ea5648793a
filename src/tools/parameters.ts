/** Types of parameters that several tools take. A model reads their descriptions. */
import * as z from 'zod/mini';
import { isCleanText, NOT_CLEAN } from '../base/clean-text.ts';

/** Text that can be passed to a program: no NUL, no lone surrogates. */
export const text = (about: string) => z.string().check(z.refine(isCleanText, NOT_CLEAN), z.describe(about));

export const filledText = (about: string) =>
  z.string().check(
    z.refine((value) => value.trim() !== '', 'must not be empty'),
    z.refine(isCleanText, NOT_CLEAN),
    z.describe(about),
  );

/** `standard`: what it is when it is left out, where that is one value; a number is a `setting`. */
export const flag = (about: string, standard?: boolean) =>
  z.exactOptional(z.boolean().check(z.describe(about), z.meta(defaultOf(standard))));

export const count = (least: number, about: string, standard?: string) =>
  z.exactOptional(
    z
      .number()
      .check(
        z.refine(Number.isSafeInteger, 'must be an integer'),
        z.gte(least),
        z.describe(about),
        z.meta({ type: 'integer', ...defaultOf(standard) }),
      ),
  );

export const patterns = (about: string) =>
  z.exactOptional(z.array(filledText('One pattern.')).check(z.maxLength(100), z.describe(about)));

function defaultOf(standard: boolean | string | undefined): { default?: boolean | string } {
  return standard === undefined ? {} : { default: standard };
}
