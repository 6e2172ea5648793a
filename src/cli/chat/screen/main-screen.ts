import {
  ProcessTerminal,
  setCapabilities,
  type Terminal,
  TuiMainScreen,
  truncateToWidth,
  visibleWidth,
} from '@earendil-works/pi-tui';
import type { Transcript } from './transcript.ts';

/** Links and pictures of a model are shown as text, and tmux is not asked what it can. */
const capabilities = { images: null, trueColor: false, hyperlinks: false };

/** How the library clears all: the screen, and what the terminal has kept. */
const CLEAR_ALL = '\x1b[2J\x1b[H\x1b[3J';

/**
 * What the terminal has kept, also from before us, is not ours to clear; and a screen that is cleared at once is kept by
 * tmux too, so that everything would be there twice. So it is cleared line by line.
 */
export function clearGently(data: string, rows: number): string {
  if (!data.includes(CLEAR_ALL)) return data;
  return data.replace(CLEAR_ALL, `\x1b[H${'\x1b[2K\x1b[B'.repeat(rows)}\x1b[H`);
}

class OwnTerminal extends ProcessTerminal {
  override write(data: string): void {
    super.write(clearGently(data, this.rows));
  }
}

/**
 * The terminal's main screen: what scrolls off it is kept by the terminal, and the transcript lets go of it. Without
 * that a change above the screen, or another size of the window, would print the whole conversation again.
 */
export class MainScreen extends TuiMainScreen {
  readonly #transcript: Transcript;

  constructor(transcript: Transcript, terminal: Terminal = new OwnTerminal()) {
    super(terminal);
    setCapabilities(capabilities);
    this.#transcript = transcript;
    this.addChild(transcript);
  }

  /** What others printed meanwhile stays, and what is drawn next stands below it. */
  drawBelow(): void {
    this.restoreRenderState({
      previousLines: [],
      previousWidth: 0,
      previousHeight: 0,
      cursorRow: 0,
      hardwareCursorRow: 0,
      maxLinesRendered: 0,
      previousViewportTop: 0,
    });
  }

  /** The library gives up on a line that is too wide. In a window of a few columns some are. */
  override render(width: number): string[] {
    return super
      .render(width)
      .map((line) => (visibleWidth(line) > width ? truncateToWidth(line, width, '') : line));
  }

  protected override doRender(): void {
    if (this.stopped) return;
    this.#fill();
    super.doRender();
    this.#letGo();
  }

  /** A window of another size is drawn anew by what comes next. */
  #fill(): void {
    const { previousLines, previousWidth, previousHeight } = this.captureRenderState();
    const { columns, rows } = this.terminal;
    if (previousWidth === 0 || (previousWidth === columns && previousHeight === rows)) return;
    const below = previousLines.length - this.#transcript.height;
    this.#transcript.fill(columns, Math.max(1, rows - below));
  }

  #letGo(): void {
    const state = this.captureRenderState();
    const lines = this.#transcript.scrolled(state.previousViewportTop);
    if (lines === 0) return;
    this.restoreRenderState({
      ...state,
      previousLines: state.previousLines.slice(lines),
      cursorRow: state.cursorRow - lines,
      hardwareCursorRow: state.hardwareCursorRow - lines,
      maxLinesRendered: state.maxLinesRendered - lines,
      previousViewportTop: state.previousViewportTop - lines,
    });
  }
}
