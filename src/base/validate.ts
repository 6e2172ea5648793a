/** Parses input at the border: afterwards values are what their types say. With zod/mini: all of zod costs 14 MB. */
import type * as z from 'zod/mini';
import { RingbackError } from './errors.ts';

type Issue = z.core.$ZodIssue;

/** The value as the schema describes it, or an error that says what is wrong with `what`. */
export function validate<T>(schema: z.ZodMiniType<T>, value: unknown, what = 'the request'): T {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => describe(issue, what));
  throw new RingbackError('bad_request', `${problems.join('; ')}.`);
}

function describe(issue: Issue, what: string): string {
  const name = issue.path.length > 0 ? `"${issue.path.join('.')}"` : what;
  switch (issue.code) {
    case 'unrecognized_keys':
      return `unknown parameter ${issue.keys.map((key) => `"${key}"`).join(', ')}`;
    case 'invalid_type':
      return issue.input === undefined && issue.path.length > 0
        ? `${name} is missing`
        : `${name} must be ${article(issue.expected)}`;
    case 'invalid_value':
      return issue.input === undefined && issue.path.length > 0
        ? `${name} is missing`
        : `${name} must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`;
    case 'invalid_key':
      return `${name} ${issue.issues.map(({ message }) => message).join(', ')}`;
    case 'too_small':
      return `${name} must be at least ${issue.minimum}`;
    case 'too_big':
      return `${name} must be at most ${issue.maximum}`;
    default:
      return `${name} ${issue.message}`;
  }
}

function article(expected: string): string {
  const noun = expected === 'int' ? 'integer' : expected === 'record' ? 'object' : expected;
  return /^[aeio]/.test(noun) ? `an ${noun}` : `a ${noun}`;
}
