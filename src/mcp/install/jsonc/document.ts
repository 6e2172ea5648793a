import { findNodeAtLocation, getNodeValue, type Node, type ParseError, parseTree } from 'jsonc-parser';
import { isFields, type Value } from '../client.ts';
import { malformed } from '../refusals.ts';

/** A JSON file with comments and trailing commas, as text and as what it means. */
export type Document = { readonly text: string; readonly root: Node | null; readonly value: Value };

/** An empty file, or one of comments only, has no root; what it means is an empty object. */
export function parseDocument(text: string): Document {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  const [error] = errors;
  if (error) throw malformed('JSON', lineOf(text, error.offset));
  if (!root) return { text, root: null, value: {} };
  // jsonc-parser's objects have no prototype, which would make them differ from all others.
  const value = JSON.parse(JSON.stringify(getNodeValue(root))) as Value;
  if (!isFields(value)) throw malformed('JSON', lineOf(text, root.offset), 'it must be an object');
  refuseTwins(text, root);
  return { text, root, value };
}

export function nodeAt({ root }: Document, path: readonly (string | number)[]): Node | undefined {
  return root ? findNodeAtLocation(root, [...path]) : undefined;
}

export function endOf(node: Node): number {
  return node.offset + node.length;
}

/** Readers disagree on which of two equal keys counts, so we would edit the wrong one for somebody. */
function refuseTwins(text: string, node: Node): void {
  const keys = new Set<string>();
  for (const child of node.children ?? []) {
    if (node.type === 'object') {
      const [key, value] = child.children ?? [];
      const name = String(key?.value);
      if (keys.has(name)) throw malformed('JSON', lineOf(text, child.offset), `"${name}" stands there twice`);
      keys.add(name);
      if (value) refuseTwins(text, value);
    } else refuseTwins(text, child);
  }
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
