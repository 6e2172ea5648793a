import { type ChildEnd, describeEnd } from '../../child/child.ts';
import type { Report } from '../../runner.ts';
import { describeLeft } from '../describe-left.ts';
import type { Event, Failure, Tokens } from './read-news.ts';

const LOG_IN = 'Codex is not logged in. Run codex login, or set up another provider in its config.toml.';

/** What is known of a run so far, and what is reported in the end. */
export class Account {
  readonly #tokens = new Map<string, Tokens>();
  #apiCalls = 0;
  #lastText = '';
  #model: string | undefined;
  #failure: Failure | undefined;

  /** `thread`: the one that has the task; others are those of its sub-agents. */
  saw(event: Event, thread: string | undefined): void {
    if (event.kind === 'said' && event.thread === thread) this.#lastText = event.text;
    if (event.kind === 'model') this.#model = event.model;
    if (event.kind === 'turn-over' && event.thread === thread) this.#failure = event.failure;
    if (event.kind === 'asked-model') {
      this.#apiCalls += 1;
      this.#tokens.set(event.thread, event.tokens);
    }
  }

  /** `left`: what was ended with it. */
  completed(left: readonly string[]): Report {
    if (!this.#failure) return this.#report('completed', describeLeft(left));
    const { isLogin, message } = this.#failure;
    return isLogin ? this.notLoggedIn(` It was told: ${message}`) : this.refused(message);
  }

  interrupted(): Report {
    return this.#report('interrupted');
  }

  refused(message: string): Report {
    return this.#report('failed', `Codex: ${message}`);
  }

  notLoggedIn(told = ''): Report {
    return this.#report('error', `${LOG_IN}${told}`);
  }

  died(end: ChildEnd): Report {
    const complaint = end.stderr.trim();
    const said = complaint === '' ? '.' : `. It said: ${complaint}`;
    return this.#report('error', `Codex ${describeEnd(end)}, without a result${said}`);
  }

  #report(status: Report['status'], error?: string): Report {
    const all = [...this.#tokens.values()];
    const sum = (count: (one: Tokens) => number): number => all.reduce((total, one) => total + count(one), 0);
    return {
      status,
      result: this.#lastText,
      ...(error !== undefined && { error }),
      apiCalls: this.#apiCalls,
      ...(all.length > 0 && {
        inputTokens: sum(({ inputTokens }) => inputTokens),
        outputTokens: sum(({ outputTokens }) => outputTokens),
      }),
      ...(this.#model !== undefined && { model: this.#model }),
    };
  }
}
