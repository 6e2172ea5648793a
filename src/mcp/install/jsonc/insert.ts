import type { Node } from 'jsonc-parser';
import type { Value } from '../client.ts';
import { endOf } from './document.ts';
import { marginAt, renderValue, type Style, startsLine, styleOf } from './style.ts';
import { findComma } from './trivia.ts';

/** What is added: a property where there is a key, else an item of a list. */
export type Piece = { readonly key?: string; readonly value: Value };

/**
 * Adds a last child. jsonc-parser's own edits would hand the comment behind the last child to the new one, and take it
 * away with it again.
 */
export function insertChild(text: string, parent: Node, piece: Piece): string {
  const style = styleOf(text);
  const children = parent.children ?? [];
  const last = children.at(-1);
  const close = endOf(parent) - 1;
  if (!last) return insertOnly(text, parent, close, piece, style);

  const comma = findComma(text, endOf(last), close);
  const contentEnd = text.slice(0, close).trimEnd().length;
  const isOneLine = !text.slice(parent.offset, close).includes('\n');
  const margin = startsLine(text, last.offset)
    ? marginAt(text, last.offset)
    : marginAt(text, parent.offset) + style.indent;
  const added = isOneLine ? ` ${renderInline(piece)}` : style.newline + margin + render(piece, style, margin);
  return (
    text.slice(0, endOf(last)) +
    (comma === null ? ',' : '') +
    text.slice(endOf(last), contentEnd) +
    added +
    (comma === null ? '' : ',') +
    text.slice(contentEnd)
  );
}

function insertOnly(text: string, parent: Node, close: number, piece: Piece, style: Style): string {
  const margin = marginAt(text, parent.offset);
  const inner = margin + style.indent;
  // A comment may be there already.
  const before = text.slice(0, close).trimEnd();
  return `${before}${style.newline}${inner}${render(piece, style, inner)}${style.newline}${margin}${text.slice(close)}`;
}

function render({ key, value }: Piece, style: Style, margin: string): string {
  const content = renderValue(value, style, margin);
  return key === undefined ? content : `${JSON.stringify(key)}: ${content}`;
}

function renderInline({ key, value }: Piece): string {
  return key === undefined ? JSON.stringify(value) : `${JSON.stringify(key)}: ${JSON.stringify(value)}`;
}
