/** Types of parameters that several tools take. A model reads their descriptions. */
import * as z from 'zod/mini';
import { described } from '../base/schema.ts';
import * as kinds from '../wire/kinds.ts';

export const text = (about: string) => described(kinds.text, about);

export const filledText = (about: string) => described(kinds.filledText, about);

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
  z.exactOptional(z.array(kinds.filledText).check(z.maxLength(100), z.describe(about)));

export const processes = (about: string) =>
  z.exactOptional(z.array(filledText('One session_id or name.')).check(z.maxLength(100), z.describe(about)));

function defaultOf(standard: boolean | string | undefined): { default?: boolean | string } {
  return standard === undefined ? {} : { default: standard };
}
