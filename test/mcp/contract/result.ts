import assert from 'node:assert/strict';

/** A result as the model reads it. */
export type Result = {
  readonly [name: string]: unknown;
  readonly session_id: string;
  readonly output: string;
  readonly error: string;
  readonly delivery: string;
  readonly cursor: string;
  readonly notifications: readonly string[];
};

type Given = {
  readonly content?: readonly { readonly type: string; readonly text?: string }[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean | undefined;
};

/** What is true of every result there is. */
export function checkResult({ content = [], structuredContent, isError = false }: Given): Result {
  const result = structuredContent as Result;
  // Some clients show the model only one of them: nothing may be in the other alone (trap 17).
  assert.deepEqual(JSON.parse(content[0]?.text ?? ''), result);
  assert.match(result.delivery, /^(wake|next_call|none)$/, '"`delivery` is always the truth"');
  assert.equal(isError, typeof result.error === 'string', 'errors are called so');
  assert.doesNotMatch(content[0]?.text ?? '', /\\n {4}at /, 'no stack trace');
  return withNotifications(result);
}

/** Not listed among the names of a result, so that rows can name exactly those there are. */
function withNotifications(result: Result): Result {
  const { notifications = [], ...rest } = result;
  return Object.defineProperty(rest, 'notifications', { value: notifications, enumerable: false }) as Result;
}

/** Every name of a result but `delivery`, which all have. */
export function namesOf(result: object): string[] {
  return Object.keys(result)
    .filter((name) => name !== 'delivery')
    .sort();
}

/** The error of a call that had to fail. */
export function errorOf(result: Result): string {
  assert.equal(typeof result.error, 'string', `an error, not ${JSON.stringify(result)}`);
  return result.error;
}

/** A text that has to say certain things. */
export function says(text: unknown, ...words: readonly (RegExp | string)[]): void {
  for (const word of words) {
    const isSaid = typeof word === 'string' ? String(text).includes(word) : word.test(String(text));
    assert.ok(isSaid, `${word} is missing in: ${text}`);
  }
}
