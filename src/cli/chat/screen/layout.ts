import type { AutocompleteProvider } from '@earendil-works/pi-tui';
import { type Below, drawBelow } from './below.ts';
import type { Tone } from './blocks.ts';
import type { View } from './draw-block.ts';
import { MainScreen } from './main-screen.ts';
import { Prompt, type Written } from './prompt.ts';
import { drawStatus, type Status } from './status-line.ts';
import type { Style } from './style.ts';
import { Transcript } from './transcript.ts';

/** What the layout shows besides the conversation. */
export type LayoutState = { readonly below: Omit<Below, 'hint'>; readonly status: Status };

type Options = {
  readonly style: Style;
  readonly completions: AutocompleteProvider;
  state(): LayoutState;
  process: View['process'];
  onSay(written: Written): void;
  /** True: it is not for the prompt. */
  onKey(key: string): boolean;
};

const CLOCK_MS = 1_000;
const HINT_MS = 2_000;

/** The conversation, what is not settled, the prompt, and a line on how it all stands. */
export class Layout {
  readonly transcript: Transcript;
  readonly prompt: Prompt;
  readonly #screen: MainScreen;
  readonly #options: Options;
  #hint: string | undefined;
  #hintTimer: NodeJS.Timeout | undefined;
  #clock: NodeJS.Timeout | undefined;
  #isUnfolded = false;
  #notes = 0;

  constructor(options: Options) {
    this.#options = options;
    const { style, completions, onSay, onKey } = options;
    this.transcript = new Transcript(() => this.#view());
    this.#screen = new MainScreen(this.transcript);
    this.prompt = new Prompt(this.#screen, style);
    this.prompt.setAutocompleteProvider(completions);
    this.prompt.onSay = onSay;
    const part = (render: (width: number) => string[]) => ({ render, invalidate() {} });
    this.#screen.addChild(part((width) => this.#drawBelow(width)));
    this.#screen.addChild(this.prompt);
    this.#screen.addChild(part((width) => [drawStatus(options.state().status, width, style)]));
    this.#screen.setFocus(this.prompt);
    this.#screen.addInputListener((key) => (onKey(key) ? { consume: true } : undefined));
  }

  get width(): number {
    return this.#screen.terminal.columns;
  }

  get hasHint(): boolean {
    return this.#hint !== undefined;
  }

  /** Whatever ends this program, the terminal is as it was. */
  start(): void {
    this.#screen.start();
    process.once('exit', this.stop);
  }

  readonly stop = (): void => {
    process.off('exit', this.stop);
    clearTimeout(this.#hintTimer);
    clearInterval(this.#clock);
    this.#screen.stop();
  };

  refresh(): void {
    const { workingMs, running } = this.#options.state().status;
    const isMoving = workingMs !== undefined || running > 0;
    if (isMoving) this.#clock ??= setInterval(() => this.#screen.requestRender(), CLOCK_MS);
    else {
      clearInterval(this.#clock);
      this.#clock = undefined;
    }
    this.#screen.requestRender();
  }

  redraw(): void {
    this.#screen.requestRender(true);
  }

  unfold(): void {
    this.#isUnfolded = !this.#isUnfolded;
    this.#screen.requestRender();
  }

  /** What is written is dropped. */
  clear(): void {
    this.prompt.setText('');
    this.#screen.requestRender();
  }

  /** Words of this program, which stay. */
  note(text: string, tone: Tone, { isApart = false } = {}): void {
    this.#notes += 1;
    this.transcript.put({ key: `note ${this.#notes}`, block: { kind: 'note', text, tone, isApart } });
    this.#screen.requestRender();
  }

  /** Words that go again by themselves. */
  tell(hint: string): void {
    clearTimeout(this.#hintTimer);
    this.#hint = hint;
    this.#hintTimer = setTimeout(() => {
      this.#hint = undefined;
      this.#screen.requestRender();
    }, HINT_MS);
    this.#screen.requestRender();
  }

  /** As Ctrl-Z does with any program; `fg` draws it again. */
  suspend(): void {
    this.#screen.stop();
    // Without a terminal to read there may be nothing else that keeps this program from ending.
    const alive = setInterval(() => {}, CLOCK_MS);
    process.once('SIGCONT', () => {
      clearInterval(alive);
      this.#screen.drawBelow();
      this.#screen.start();
      // Who asked a stopped screen to be drawn, as the clock does, was not heard, and so is nobody after it.
      this.#screen.renderNow();
    });
    process.kill(0, 'SIGTSTP');
  }

  #view(): View {
    const { style, process } = this.#options;
    return { style, now: Date.now(), isUnfolded: this.#isUnfolded, process };
  }

  #drawBelow(width: number): string[] {
    return drawBelow({ ...this.#options.state().below, hint: this.#hint }, width, this.#options.style);
  }
}
