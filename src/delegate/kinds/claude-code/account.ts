import { type ChildEnd, describeEnd } from '../../child/child.ts';
import type { Report } from '../../runner.ts';
import { describeLeft } from '../describe-left.ts';
import type { Event, Result } from './read-line.ts';

/** What is known of a run so far, and what is reported in the end. */
export class Account {
  readonly #answers = new Set<string>();
  #model: string | undefined;
  #lastText = '';
  #result: Result | undefined;
  #isLoggedIn = true;

  saw(event: Event): void {
    if (event.kind === 'said' && !event.isInner) this.#lastText = event.text;
    if (event.kind === 'result') this.#result = event;
    if (event.kind === 'not-logged-in') this.#isLoggedIn = false;
    if (event.kind === 'asked-model') {
      this.#answers.add(event.id);
      this.#model = event.model;
    }
  }

  /** `isStopped`: by us. `left`: what we ended with it. */
  report(end: ChildEnd, isStopped: boolean, left: readonly string[]): Report {
    return { ...this.#outcome(end, isStopped, left), ...this.#figures() };
  }

  #outcome(
    end: ChildEnd,
    isStopped: boolean,
    left: readonly string[],
  ): Pick<Report, 'status' | 'result' | 'error'> {
    const result = this.#lastText;
    if (isStopped) return { status: 'interrupted', result };
    if (!this.#isLoggedIn)
      return {
        status: 'error',
        result,
        error: 'Claude Code is not logged in. Run claude once and log in, or set ANTHROPIC_API_KEY.',
      };
    if (!this.#result) return { status: 'error', result, error: withoutResult(end) };
    const { text, isError } = this.#result;
    if (isError)
      return { status: 'failed', result: result === text ? '' : result, error: `Claude Code: ${text}` };
    const ended = describeLeft(left);
    return { status: 'completed', result: text, ...(ended && { error: ended }) };
  }

  #figures(): Partial<Report> {
    const { cost, inputTokens, outputTokens } = this.#result ?? {};
    return {
      apiCalls: this.#answers.size,
      ...(this.#model !== undefined && { model: this.#model }),
      ...(cost !== undefined && { cost }),
      ...(inputTokens && { inputTokens }),
      ...(outputTokens && { outputTokens }),
    };
  }
}

function withoutResult(end: ChildEnd): string {
  const complaint = end.stderr.trim();
  const said = complaint === '' ? '.' : `. It said: ${complaint}`;
  return `Claude Code ${describeEnd(end)}, without a result${said}`;
}
