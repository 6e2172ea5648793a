import { isDeepStrictEqual } from 'node:util';
import type { Node } from 'jsonc-parser';
import { type Entry, type Fields, isFields, type Listed, type Value, valueAt } from '../client.ts';
import { startsRingback } from '../launch.ts';
import { editedWrongly, notAnObject, notOurs } from '../refusals.ts';
import { type Document, endOf, nodeAt, parseDocument } from './document.ts';
import { insertChild, type Piece } from './insert.ts';
import { removeChild } from './remove.ts';
import { renderValue, styleOf } from './style.ts';

/** The text with our entry in it; the same text if it was there. */
export function putJson(text: string, entry: Entry): string {
  const { value } = parseDocument(text);
  const present = valueAt(value, entry.path);
  if (present !== undefined && !startsRingback(present)) throw notOurs(entry.path);
  const wanted = { ...entry.fields, ...entry.defaults };
  let edited = text;
  if (present === undefined) edited = setValue(edited, entry.path, dropEmpty(wanted));
  else {
    edited = setFields(edited, entry.path, entry.fields);
    edited = addMissing(edited, entry.path, entry.defaults);
  }
  if (entry.listed) edited = listItem(edited, entry.listed);
  // The net under the text edits: what it means must be what it meant, and our entry.
  const after = parseDocument(edited).value;
  const isRight = startsRingback(valueAt(after, entry.path)) && sameWithout(value, after, entry);
  if (!isRight) throw editedWrongly();
  return edited;
}

/** The text without our entry; the same text if there was none. */
export function takeJson(text: string, entry: Entry): string {
  const { value } = parseDocument(text);
  const present = valueAt(value, entry.path);
  if (present !== undefined && !startsRingback(present)) throw notOurs(entry.path);
  let edited = present === undefined ? text : removeAt(text, entry.path);
  if (entry.listed) edited = unlistItems(edited, entry.listed, () => true);
  const after = parseDocument(edited).value;
  if (valueAt(after, entry.path) !== undefined || !sameWithout(value, after, entry)) throw editedWrongly();
  return edited;
}

function setFields(text: string, path: readonly string[], fields: Fields): string {
  return Object.entries(fields).reduce((edited, [key, wanted]) => {
    const place = [...path, key];
    if (isFields(wanted)) return setFields(edited, place, wanted);
    const present = valueAt(parseDocument(edited).value, place);
    return isDeepStrictEqual(present, wanted) ? edited : setValue(edited, place, wanted);
  }, text);
}

function addMissing(text: string, path: readonly string[], fields: Fields): string {
  return Object.entries(fields).reduce((edited, [key, wanted]) => {
    const place = [...path, key];
    return valueAt(parseDocument(edited).value, place) === undefined
      ? setValue(edited, place, wanted)
      : edited;
  }, text);
}

/** Replaces a value, or adds it together with the objects around it. */
function setValue(text: string, path: readonly string[], value: Value): string {
  const document = parseDocument(text);
  const present = nodeAt(document, path);
  if (present) {
    const rendered = renderValue(value, styleOf(text), '');
    return text.slice(0, present.offset) + rendered + text.slice(endOf(present));
  }
  const [parentPath, key] = [path.slice(0, -1), path.at(-1) ?? ''];
  if (!document.root) {
    const whole = path.reduceRight<Value>((inner, each) => ({ [each]: inner }), value);
    return appendDocument(text, whole);
  }
  const parent = nodeAt(document, parentPath);
  if (!parent) return setValue(text, parentPath, { [key]: value });
  if (parent.type !== 'object') throw notAnObject(parentPath);
  return insertChild(text, parent, { key, value });
}

/** Behind the comments of a file that has nothing else. */
function appendDocument(text: string, value: Value): string {
  const style = styleOf(text);
  const before = text.trimEnd();
  return `${before}${before && style.newline}${renderValue(value, style, '')}${style.newline}`;
}

/** Objects that are empty without it go too, up to the first that is not. */
function removeAt(text: string, path: readonly string[]): string {
  const document = parseDocument(text);
  const parent = nodeAt(document, path.slice(0, -1));
  if (!parent) return text;
  const edited = removeChild(text, parent, childIndex(parent, path.at(-1) ?? ''));
  return dropIfEmpty(edited, path.slice(0, -1));
}

function dropIfEmpty(text: string, path: readonly string[]): string {
  const node = nodeAt(parseDocument(text), path);
  const [key] = node?.parent?.children ?? [];
  if (!node || !key || path.length === 0) return text;
  // A comment in it, or between it and its key, is somebody's.
  const isEmpty = /^\s*:\s*[{[]\s*[}\]]$/.test(text.slice(endOf(key), endOf(node)));
  return isEmpty ? removeAt(text, path) : text;
}

function childIndex(parent: Node, key: string): number {
  return (parent.children ?? []).findIndex(({ children }) => children?.[0]?.value === key);
}

function listItem(text: string, { path, item, isOurs }: Listed): string {
  const cleaned = unlistItems(text, { path, item, isOurs }, (each) => each !== item);
  const document = parseDocument(cleaned);
  const present = valueAt(document.value, path);
  if (present === undefined) return setValue(cleaned, path, [item]);
  const list = nodeAt(document, path);
  if (!Array.isArray(present) || !list) throw notAnObject(path);
  return present.includes(item) ? cleaned : addItem(document, list, { value: item });
}

function addItem({ text }: Document, list: Node, piece: Piece): string {
  return insertChild(text, list, piece);
}

function unlistItems(text: string, { path, isOurs }: Listed, goes: (item: Value) => boolean): string {
  const document = parseDocument(text);
  const list = nodeAt(document, path);
  const items = valueAt(document.value, path);
  if (!list || !Array.isArray(items)) return text;
  const indexes = items.flatMap((item: Value, index) => (isOurs(item) && goes(item) ? [index] : []));
  const [first] = indexes;
  if (first === undefined) return text;
  const edited = dropIfEmpty(removeChild(text, list, first), path);
  return unlistItems(edited, { path, item: '', isOurs }, goes);
}

function sameWithout(before: Value, after: Value, { path, listed }: Entry): boolean {
  const strip = (value: Value) => {
    const rest = without(value, path);
    const items = listed && valueAt(rest, listed.path);
    if (!listed || !Array.isArray(items)) return rest;
    const others = items.filter((item: Value) => !listed.isOurs(item));
    return others.length > 0 ? replaced(rest, listed.path, others) : without(rest, listed.path);
  };
  return isDeepStrictEqual(strip(before), strip(after));
}

/** Empty objects on the way count as absent. */
function without(value: Value, path: readonly string[]): Value {
  const [key, ...deeper] = path;
  if (key === undefined || !isFields(value) || !Object.hasOwn(value, key)) return value;
  const { [key]: child, ...others } = value;
  if (deeper.length === 0 || child === undefined) return others;
  const rest = without(child, deeper);
  const isEmpty = isFields(rest) && Object.keys(rest).length === 0;
  return isEmpty ? others : { ...others, [key]: rest };
}

function replaced(value: Value, path: readonly string[], content: Value): Value {
  const [key, ...deeper] = path;
  if (key === undefined) return content;
  return isFields(value) ? { ...value, [key]: replaced(value[key] ?? {}, deeper, content) } : value;
}

function dropEmpty(fields: Fields): Fields {
  const kept = Object.entries(fields).filter(([, each]) => !isFields(each) || Object.keys(each).length > 0);
  return Object.fromEntries(kept);
}
