import { type AutocompleteProvider, Editor, matchesKey, type TUI } from '@earendil-works/pi-tui';
import { cleanText } from '../../../output/clean-text.ts';
import { imagesIn } from './image-files.ts';
import type { Style } from './style.ts';

const MARK = '> ';
const PASTE_BEGIN = '\x1b[200~';
const PASTE_END = '\x1b[201~';
const ESCAPE = '\x1b';
/** A command, and something of what it takes. */
const WITH_ARGUMENT = /^\/[a-z]+\s+\S/i;

/** What a person has written, with the images that it mentions. */
export type Written = { readonly text: string; readonly images: readonly string[] };

/** Where a person writes: `> ` between two lines. A pasted or dragged path of an image becomes that image. */
export class Prompt extends Editor {
  onSay: (written: Written) => void = () => {};
  #bottom = '';
  /** Marks in the text, and the files that they stand for. */
  readonly #images = new Map<string, string>();

  /** What was offered last, and to what text. */
  #offered = { text: '', count: 0 };

  constructor(tui: TUI, style: Style) {
    super(
      tui,
      {
        borderColor: style.dim,
        selectList: {
          selectedPrefix: style.bold,
          selectedText: style.bold,
          description: style.dim,
          scrollInfo: style.dim,
          noMatch: style.dim,
        },
      },
      { autocompleteMaxVisible: 8 },
    );
    this.onSubmit = (text) => this.#submit(text);
  }

  /** Image files to be seen with what is written next. */
  attach(paths: readonly string[]): void {
    if (paths.length > 0) this.insertTextAtCursor(`${paths.map((path) => this.#mark(path)).join(' ')} `);
  }

  get isEmpty(): boolean {
    return this.getText() === '';
  }

  override handleInput(data: string): void {
    if (data.startsWith(PASTE_BEGIN) && data.endsWith(PASTE_END))
      this.#paste(data.slice(PASTE_BEGIN.length, -PASTE_END.length));
    else if (matchesKey(data, 'enter') && this.isShowingAutocomplete() && WITH_ARGUMENT.test(this.getText()))
      this.#enterArgument(data);
    else super.handleInput(data);
  }

  override setAutocompleteProvider(provider: AutocompleteProvider): void {
    const getSuggestions: AutocompleteProvider['getSuggestions'] = async (lines, ...rest) => {
      const text = lines.join('\n');
      const suggestions = await provider.getSuggestions(lines, ...rest);
      this.#offered = { text, count: suggestions?.items.length ?? 0 };
      return suggestions;
    };
    super.setAutocompleteProvider(
      Object.assign(Object.create(provider) as AutocompleteProvider, { getSuggestions }),
    );
  }

  override render(width: number): string[] {
    const lines = super.render(Math.max(1, width - MARK.length));
    const bottom = lines.indexOf(this.#bottom, 1);
    return lines.map((line, index) => {
      if (index === 0 || index === bottom) return line;
      return (index === 1 ? MARK : ' '.repeat(MARK.length)) + line;
    });
  }

  protected override renderTopBorder(width: number, hidden: number): string {
    return super.renderTopBorder(width + MARK.length, hidden);
  }

  protected override renderBottomBorder(width: number, hidden: number): string {
    this.#bottom = super.renderBottomBorder(width + MARK.length, hidden);
    return this.#bottom;
  }

  /** What is complete, or can be completed in one way only, is said at once; else the first Enter chooses. */
  #enterArgument(enter: string): void {
    const text = this.getText();
    const isNow = this.#offered.text === text;
    // A list that is older than what is written would be put after it.
    super.handleInput(isNow ? enter : ESCAPE);
    const isChosen = this.getText().trim() !== text.trim();
    if (!isChosen || this.#offered.count === 1) super.handleInput(enter);
  }

  #paste(text: string): void {
    const images = imagesIn(text);
    if (images.length > 0) this.insertTextAtCursor(images.map((path) => this.#mark(path)).join(' '));
    else super.handleInput(PASTE_BEGIN + cleanText(text) + PASTE_END);
  }

  #mark(path: string): string {
    const mark = `[image ${this.#images.size + 1}: ${cleanText(path.split('/').at(-1) ?? path)}]`;
    this.#images.set(mark, path);
    return mark;
  }

  #submit(text: string): void {
    const images = [...this.#images].flatMap(([mark, path]) => (text.includes(mark) ? [path] : []));
    this.#images.clear();
    if (text !== '') this.onSay({ text, images });
  }
}
