import { CALL_PATTERN } from '../../base/call-pattern.ts';

export type Pattern = {
  readonly source: string;
  isTool(name: string): boolean;
  /** Undefined: it names a tool, whatever that is to do. */
  readonly text: string | undefined;
};

/**
 * `NAME`: every call of a tool. `NAME(TEXT)`: those that do what TEXT says (subjects.ts). `*` stands for any characters,
 * `\*` for a star. Undefined: it is neither.
 */
export function parsePattern(source: string): Pattern | undefined {
  const [, name, text] = CALL_PATTERN.exec(source) ?? [];
  if (name === undefined) return undefined;
  const tool = toExpression(name, '.*');
  return { source, text, isTool: (one) => tool.test(one) };
}

/** The exact text, without a wildcard: that may be anything. */
export function isExactly(pattern: string, text: string): boolean {
  return toExpression(pattern, '\\*').test(text);
}

/** `*` does not reach beyond what stands in a line and can be seen. */
export function matchesLine(pattern: string, text: string): boolean {
  return !/[\p{C}\p{Zl}\p{Zp}]/u.test(text) && matches(pattern, text);
}

export function matches(pattern: string, text: string): boolean {
  return toExpression(pattern, '.*').test(text);
}

/** A pattern that is exactly this. */
export function escapePattern(text: string): string {
  return text.replaceAll(/[\\*]/g, '\\$&');
}

function toExpression(pattern: string, star: string): RegExp {
  const parts = pattern.matchAll(/\\([\\*])|(\*)|([\s\S])/gu);
  const body = [...parts].map(([, escaped, wildcard, plain]) =>
    wildcard ? star : (escaped ?? plain ?? '').replace(/[\\^$.*+?()[\]{}|/]/, '\\$&'),
  );
  return new RegExp(`^${body.join('')}$`, 'su');
}
