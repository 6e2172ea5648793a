import { matcher } from '../../../backends/sync/ignore-rules.ts';
import { RingbackError } from '../../../base/errors.ts';

const MOST_ALTERNATIVES = 100;

/** Whether a path below the root has such a name: as in .gitignore, and `{a,b}` for alternatives. */
export function namePattern(pattern: string): (path: string) => boolean {
  if (pattern.startsWith('/') || /^(~|\.\.)(\/|$)/.test(pattern))
    throw new RingbackError(
      'bad_request',
      `The name ${JSON.stringify(pattern)} leads out of the folder.`,
      'Give the folder as `path`, and the names below it as `name`.',
    );
  const alternatives = expand(pattern.replace(/^(\.\/)+/, ''));
  // These would mean "not" and "a comment" there.
  return matcher(alternatives.map((one) => one.replace(/^[!#]/, '\\$&')));
}

/** The innermost braces first. */
function expand(pattern: string): readonly string[] {
  let patterns = [pattern];
  for (;;) {
    const next = patterns.flatMap((one) => {
      const braces = /\{([^{}]*,[^{}]*)\}/.exec(one);
      if (!braces) return [one];
      const [whole, inner = ''] = braces;
      const [before, after] = [one.slice(0, braces.index), one.slice(braces.index + whole.length)];
      return inner.split(',').map((choice) => before + choice + after);
    });
    if (next.length > MOST_ALTERNATIVES)
      throw new RingbackError('bad_request', `The name has more than ${MOST_ALTERNATIVES} alternatives.`);
    if (next.length === patterns.length) return next;
    patterns = next;
  }
}
