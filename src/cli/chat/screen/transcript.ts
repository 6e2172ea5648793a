import type { Component } from '@earendil-works/pi-tui';
import type { Block, Part } from './blocks.ts';
import { drawBlock, type View } from './draw-block.ts';
import { MarkdownLines } from './markdown-lines.ts';

/** As many as a larger window could need again. */
const MOST_GONE = 300;

/** A block and its lines on the screen. */
class Entry {
  key: string;
  block: Block;
  readonly isApart: boolean;
  readonly #markdown = new MarkdownLines();
  /** Lines that have left the screen at the top: the terminal has them, and nobody can draw them again. */
  #left: readonly string[] = [];
  /** Lines at the top that are not drawn in a window of another size: the terminal has them. */
  #skipped = 0;
  #lines: readonly string[] | undefined;
  #cache: { readonly block: Block; readonly width: number; readonly lines: readonly string[] } | undefined;

  constructor({ key, block }: Part, isApart: boolean) {
    this.key = key;
    this.block = block;
    this.isApart = isApart;
  }

  /** Undefined: it has not been drawn yet. */
  get height(): number | undefined {
    return this.#lines?.length;
  }

  get hasLeft(): boolean {
    return this.#left.length > 0;
  }

  draw(width: number, view: View): readonly string[] {
    const lines = this.#fresh(width, view).slice(this.#skipped);
    this.#lines = this.hasLeft ? [...this.#left, ...lines.slice(this.#left.length)] : lines;
    return this.#lines;
  }

  leave(count: number): void {
    this.#left = this.#lines?.slice(0, count) ?? [];
  }

  /** All of it is drawn anew, or all but the first lines. */
  comeBack(skipped = 0): void {
    this.#left = [];
    this.#skipped = skipped;
    this.#cache = undefined;
  }

  #fresh(width: number, view: View): readonly string[] {
    const { block } = this;
    if (this.#cache?.block === block && this.#cache.width === width) return this.#cache.lines;
    const lines = [...(this.isApart ? [''] : []), ...drawBlock(block, width, view, this.#markdown)];
    // A call's line has a clock, and unfolds.
    if (block.kind !== 'call') this.#cache = { block, width, lines };
    return lines;
  }
}

/**
 * What was said, drawn from the top. Lines that scroll off the screen belong to the terminal, which keeps them: they are
 * left as they are, and whole blocks of them are let go of, so that a long conversation costs no more than a short one.
 */
export class Transcript implements Component {
  readonly #view: () => View;
  #entries: Entry[] = [];
  #gone: Entry[] = [];

  constructor(view: () => View) {
    this.#view = view;
  }

  /** New at the end, or in place of what had the same name. */
  put(part: Part): void {
    const there = this.#entries.find(({ key }) => key === part.key);
    if (there?.hasLeft && isOther(there.block, part.block)) {
      // Part of it cannot be drawn again: it stays, and what counts follows.
      there.key = '';
      this.#append(part);
    } else if (there) there.block = part.block;
    else if (!this.#isGone(part)) this.#append(part);
  }

  has(key: string): boolean {
    return this.#entries.some((one) => one.key === key) || this.#gone.some((one) => one.key === key);
  }

  /** What of it can still be seen, or nearly. */
  get blocks(): Block[] {
    return this.#entries.map(({ block }) => block);
  }

  /** Its lines, as they were drawn last. */
  get height(): number {
    return this.#entries.reduce((sum, { height = 0 }) => sum + height, 0);
  }

  /** `count` lines at the top have left the screen; how many of them nobody will ask for again. */
  scrolled(count: number): number {
    let whole = 0;
    for (let first = this.#entries[0]; first; first = this.#entries[0]) {
      const { height } = first;
      if (height === undefined || whole + height > count) break;
      whole += height;
      this.#entries.shift();
      this.#gone.push(first);
    }
    this.#gone = this.#gone.slice(-MOST_GONE);
    if (count > whole) this.#entries[0]?.leave(count - whole);
    return whole;
  }

  /** A window of another size is filled anew, and with no more than it holds. */
  fill(width: number, rows: number): void {
    const view = this.#view();
    const all = [...this.#gone, ...this.#entries];
    let height = 0;
    let first = all.length;
    while (height < rows && first > 0) {
      first -= 1;
      const entry = all[first];
      entry?.comeBack();
      height += entry?.draw(width, view).length ?? 0;
    }
    all[first]?.comeBack(Math.max(0, height - rows));
    this.#gone = all.slice(0, first);
    this.#entries = all.slice(first);
  }

  render(width: number): string[] {
    const view = this.#view();
    return this.#entries.flatMap((entry) => entry.draw(width, view));
  }

  invalidate(): void {}

  #append(part: Part): void {
    const isFirst = this.#entries.length === 0 && this.#gone.length === 0;
    const isApart = !isFirst && standsApart(part.block);
    this.#entries.push(new Entry(part, isApart));
  }

  /** It has scrolled away, and stays as it was. */
  #isGone({ key, block }: Part): boolean {
    const gone = this.#gone.find((one) => one.key === key);
    return gone !== undefined && !isOther(gone.block, block);
  }
}

/** Something else was said in the end than what was streamed. */
function isOther(before: Block, after: Block): boolean {
  return before.kind === 'said' && after.kind === 'said' && !after.text.startsWith(before.text);
}

/** What begins something new has an empty line before it. */
function standsApart(block: Block): boolean {
  return (
    block.kind === 'person' || block.kind === 'ring' || (block.kind === 'note' && block.isApart === true)
  );
}
