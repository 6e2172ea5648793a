import type { PartMatcher } from '../../../output/scan/part-matcher.ts';
import type { Redactor } from '../../../redact/redactor.ts';
import { replaceSpans } from '../../../redact/span.ts';
import { aroundBytes, cleanLine, type InspectedLine, inspectLines } from '../lines.ts';

/** A line of a file, or a part of a long one, as it may be shown. */
export type ShownPart = {
  text(): string;
  /**
   * Whether a line that matches as it is also does in what is shown of it. Who may not see a secret must not be able to
   * guess it letter by letter.
   */
  matches(matcher: PartMatcher): boolean;
};

/** Inspected together: lines that match are often near each other. */
const windowBytes = 256 * 1024;

type Piece = InspectedLine & { readonly from: number };
type Window = { readonly from: number; readonly to: number; readonly pieces: readonly Piece[] };

/** Bytes of a file as they may be shown, each part looked at with what surrounds it (promise 17). */
export class ShownFile {
  readonly #redactor: Redactor;
  readonly #bytes: Buffer;
  #window: Window = { from: 0, to: -1, pieces: [] };

  constructor(redactor: Redactor, bytes: Buffer) {
    this.#redactor = redactor;
    this.#bytes = bytes;
  }

  /** `[from, to)` is inside of one line. */
  part(from: number, to: number): ShownPart {
    if (from < this.#window.from || to > this.#window.to) this.#look(from, Math.max(to, from + windowBytes));
    const piece = this.#window.pieces.findLast((one) => one.from <= from);
    if (!piece) return { text: () => '', matches: () => false };
    const { text, spans } = piece;
    const units = (end: number) => cleanLine(this.#bytes.toString('utf8', piece.from, end)).length;
    const start = from === piece.from ? 0 : units(from);
    const stop = Math.min(text.length, units(to));
    const inside = spans.filter((span) => span.end > start && span.start < Math.max(stop, start + 1));
    const isStart = from === 0 || this.#bytes[from - 1] === 0x0a;
    const isEnd = to >= this.#bytes.length || this.#bytes[to] === 0x0a;
    return {
      text: () => replaceSpans(text, inside, start, stop),
      matches(matcher) {
        if (inside.length === 0) return true;
        let at = start;
        for (const span of [...inside, { start: stop, end: stop }]) {
          const shown = text.slice(at, Math.max(at, span.start));
          const startsLine = isStart && at === start;
          if (shown !== '' && matcher({ text: shown, startsLine, endsLine: isEnd && span.start >= stop }))
            return true;
          at = Math.max(at, span.end);
        }
        return false;
      },
    };
  }

  #look(from: number, to: number): void {
    const begin = Math.max(0, from - aroundBytes);
    const end = Math.min(this.#bytes.length, to + aroundBytes);
    const pieces: { from: number; text: string; isCut: boolean }[] = [];
    for (let at = begin; at <= end; ) {
      const newline = this.#bytes.indexOf(0x0a, at);
      const stop = newline < 0 || newline > end ? end : newline;
      pieces.push({ from: at, text: cleanLine(this.#bytes.toString('utf8', at, stop)), isCut: false });
      at = stop + 1;
    }
    const inspected = inspectLines(this.#redactor, pieces, begin > 0);
    this.#window = {
      from,
      to,
      pieces: inspected.map((line, index) => ({ ...line, from: pieces[index]?.from ?? 0 })),
    };
  }
}
