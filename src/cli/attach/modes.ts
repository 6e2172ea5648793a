/** Escape codes with a lasting effect: CSI with its parts, or ESC and one character. */
const code = /\x1b(?:\[([?><=!]?)([\d;]*)([ -/]?)([@-~])|([=>c]))/g;

/** A code cut in half by a chunk's border is at most this long. */
const LONGEST_CODE = 64;

const ALTERNATE_SCREENS = [47, 1047, 1049];
const MOUSE_ENCODINGS = [1005, 1006, 1015, 1016];
/** Cursor keys, origin, mouse, focus, bracketed paste, synchronized output, …: off unless a program enables them. */
const OFF_BY_DEFAULT = [1, 6, 9, 45, 66, 1000, 1002, 1003, 1004, ...MOUSE_ENCODINGS, 2004, 2026, 2031];
/** Line wrapping and the cursor. */
const ON_BY_DEFAULT = [7, 25];

/** The modes that a program has switched in its terminal, so that ours can be set to the same and reset again. */
export class Modes {
  readonly #switched = new Map<number, boolean>();
  #scrollRegion = '';
  #cursorStyle = '';
  #otherKeys = '';
  #hasKeypad = false;
  readonly #keyboards: string[] = [];
  #unfinished = '';

  observe(bytes: Buffer): void {
    const text = this.#unfinished + bytes.toString('latin1');
    let behind = 0;
    for (const match of text.matchAll(code)) {
      const [all, prefix = '', parameters = '', middle = '', final = '', single = ''] = match;
      this.#note(single || prefix + middle + final, parameters);
      behind = match.index + all.length;
    }
    const lastEscape = text.lastIndexOf('\x1b');
    this.#unfinished =
      lastEscape >= behind && text.length - lastEscape < LONGEST_CODE ? text.slice(lastEscape) : '';
  }

  /** What the serialized screen (SerializeAddon) does not restore. */
  entering(): string {
    return [
      ...MOUSE_ENCODINGS.filter((mode) => this.#switched.get(mode)).map((mode) => `\x1b[?${mode}h`),
      // Setting it moves the cursor, so save and restore it.
      this.#scrollRegion && `\x1b7\x1b[${this.#scrollRegion}r\x1b8`,
      this.#cursorStyle && `\x1b[${this.#cursorStyle} q`,
      this.#otherKeys && `\x1b[>4;${this.#otherKeys}m`,
      ...this.#keyboards.map((flags) => `\x1b[>${flags}u`),
      this.#switched.get(25) === false && '\x1b[?25l',
    ]
      .filter(Boolean)
      .join('');
  }

  /** Resets everything to what a shell expects. */
  leaving(): string {
    return [
      this.#scrollRegion && '\x1b7\x1b[r\x1b8',
      this.#keyboards.length > 0 && `\x1b[<${this.#keyboards.length}u`,
      this.#otherKeys && '\x1b[>4;0m',
      this.#hasKeypad && '\x1b>',
      this.#cursorStyle && '\x1b[0 q',
      ...OFF_BY_DEFAULT.filter((mode) => this.#switched.get(mode)).map((mode) => `\x1b[?${mode}l`),
      ...ON_BY_DEFAULT.filter((mode) => this.#switched.get(mode) === false).map((mode) => `\x1b[?${mode}h`),
      ALTERNATE_SCREENS.some((mode) => this.#switched.get(mode)) && '\x1b[?1049l',
      // Colours and line-drawing characters.
      '\x1b[0m\x1b(B\r\n',
    ]
      .filter(Boolean)
      .join('');
  }

  #note(kind: string, parameters: string): void {
    switch (kind) {
      case '?h':
      case '?l':
        for (const mode of parameters.split(';')) this.#switched.set(Number(mode), kind === '?h');
        break;
      case 'r':
        this.#scrollRegion = parameters;
        break;
      case ' q':
        this.#cursorStyle = parameters;
        break;
      case '>m':
        if (parameters.startsWith('4')) this.#otherKeys = parameters.split(';')[1]?.replace(/^0$/, '') ?? '';
        break;
      case '>u':
        this.#keyboards.push(parameters);
        break;
      case '<u':
        this.#keyboards.splice(-Math.max(1, Number(parameters)));
        break;
      case '=':
      case '>':
        this.#hasKeypad = kind === '=';
        break;
      case 'c':
      case '!p':
        this.#reset();
        break;
    }
  }

  /** A full or soft reset by the program itself. */
  #reset(): void {
    this.#switched.clear();
    this.#scrollRegion = '';
    this.#cursorStyle = '';
    this.#otherKeys = '';
    this.#hasKeypad = false;
    this.#keyboards.length = 0;
  }
}
