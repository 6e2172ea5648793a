import { malformed } from '../refusals.ts';

/** A position in a TOML text. Readers move it on and refuse what they do not know. */
export class Cursor {
  readonly text: string;
  at = 0;

  constructor(text: string) {
    this.text = text;
  }

  get isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  looksAt(part: string): boolean {
    return this.text.startsWith(part, this.at);
  }

  /** Moves over `part` if it is next. */
  accept(part: string): boolean {
    if (!this.looksAt(part)) return false;
    this.at += part.length;
    return true;
  }

  expect(part: string): void {
    if (!this.accept(part)) this.refuse();
  }

  /** What a sticky expression matches here, or null. */
  match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found) this.at += found[0].length;
    return found;
  }

  skipBlanks(): void {
    this.match(/[ \t]*/y);
  }

  /** White space, line ends and comments, as between the items of an array. */
  skipLines(): void {
    while (this.match(/[ \t\r\n]+/y) || this.skipComment());
  }

  skipComment(): boolean {
    return this.match(/#[^\r\n]*/y) !== null;
  }

  refuse(what?: string): never {
    throw malformed('TOML', this.text.slice(0, this.at).split('\n').length, what);
  }
}
