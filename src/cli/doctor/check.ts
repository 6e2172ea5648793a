export type Check = {
  readonly result: 'ok' | 'warn' | 'fail';
  readonly message: string;
  /** What to do about it; empty if nothing. */
  readonly fix: string;
};

export type RunCheck = (home: string) => Promise<Check>;

export function ok(message: string): Check {
  return { result: 'ok', message, fix: '' };
}

export function warn(message: string, fix: string): Check {
  return { result: 'warn', message, fix };
}

export function fail(message: string, fix: string): Check {
  return { result: 'fail', message, fix };
}

export function failWith(error: unknown): Check {
  if (!(error instanceof Error)) return fail(String(error), '');
  return fail(error.message, 'hint' in error ? String(error.hint) : '');
}
