import type { Report } from '../../runner.ts';
import { type Answer, textOf } from './read-record.ts';

/** What the answers of its model come to. */
export class Account {
  readonly #answers: Answer[] = [];
  #lastText = '';

  /** What it says, if it says something. */
  saw(answer: Answer): string {
    this.#answers.push(answer);
    const text = textOf(answer);
    if (text !== '') this.#lastText = text;
    return text;
  }

  report(isStopped: boolean): Report {
    return { ...this.#outcome(isStopped), ...this.#figures() };
  }

  #outcome(isStopped: boolean): Pick<Report, 'status' | 'result' | 'error'> {
    const result = this.#lastText;
    const { stopReason, errorMessage = 'it does not say why' } = this.#answers.at(-1) ?? {};
    if (isStopped || stopReason === 'aborted') return { status: 'interrupted', result };
    if (stopReason === 'error') return { status: 'failed', result, error: `pi: ${errorMessage}` };
    if (stopReason === 'length')
      return { status: 'failed', result, error: 'pi reached the most tokens that its model may write.' };
    if (result === '') return { status: 'failed', result, error: 'pi ended its turn without a word.' };
    return { status: 'completed', result };
  }

  #figures(): Partial<Report> {
    // One that failed was not answered.
    const answers = this.#answers.filter(({ stopReason }) => stopReason !== 'error');
    const sum = (of: (usage: Answer['usage']) => number): number =>
      answers.reduce((total, { usage }) => total + of(usage), 0);
    const last = this.#answers.at(-1);
    if (!last) return {};
    return {
      apiCalls: answers.length,
      cost: sum(({ cost }) => cost.total),
      inputTokens: sum(({ input, cacheRead, cacheWrite }) => input + cacheRead + cacheWrite),
      outputTokens: sum(({ output }) => output),
      model: `${last.provider}/${last.model}`,
    };
  }
}
