import type { Value } from '../client.ts';

/** How a text is laid out, so that what is added looks like what is there. */
export type Style = { readonly newline: string; readonly indent: string };

export function styleOf(text: string): Style {
  const [, indent] = /^([ \t]+)["/]/m.exec(text) ?? [];
  return { newline: text.includes('\r\n') ? '\r\n' : '\n', indent: indent ?? '  ' };
}

/** Lists stand on one line, as people write arguments. */
export function renderValue(value: Value, { newline, indent }: Style, margin: string): string {
  if (Array.isArray(value)) return `[${value.map((item) => JSON.stringify(item)).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = margin + indent;
  const lines = Object.entries(value).map(
    ([key, each]) => `${inner}${JSON.stringify(key)}: ${renderValue(each, { newline, indent }, inner)}`,
  );
  return lines.length === 0 ? '{}' : `{${newline}${lines.join(`,${newline}`)}${newline}${margin}}`;
}

/** The white space that a position's line begins with. */
export function marginAt(text: string, offset: number): string {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  const [margin = ''] = /^[ \t]*/.exec(text.slice(lineStart, offset)) ?? [];
  return margin;
}

export function startsLine(text: string, offset: number): boolean {
  return /(^|\n)[ \t]*$/.test(text.slice(0, offset));
}
