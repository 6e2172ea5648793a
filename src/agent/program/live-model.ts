import type { Config } from '../../base/config.ts';
import type { Model } from '../model.ts';
import { openModel, pickModel } from '../models/open-model.ts';

export type Variables = Readonly<Record<string, string>>;

/** The model of a conversation: another one may be chosen while turns are taken; the next step is asked of it. */
export class LiveModel implements Model {
  #model: Model | undefined;
  readonly #onAsk: () => void;
  readonly #onAnswer: () => void;

  /** `onAsk`: a step is asked, from nothing. `onAnswer`: nothing more is being said. */
  constructor(onAsk: () => void, onAnswer: () => void) {
    this.#onAsk = onAsk;
    this.#onAnswer = onAnswer;
  }

  /** What to do where there is none; undefined: it is found. */
  async choose(wish: string | undefined, config: Config, variables: Variables): Promise<string | undefined> {
    const choice = await pickModel(wish, config, variables);
    if (choice.kind === 'none') {
      this.#model = undefined;
      return choice.lines.join('\n');
    }
    this.#model = await openModel(choice, config, variables);
    return undefined;
  }

  get isChosen(): boolean {
    return this.#model !== undefined;
  }

  get name(): string {
    return this.#model?.name ?? '';
  }

  get contextTokens(): number | undefined {
    return this.#model?.contextTokens;
  }

  costOf(...usage: Parameters<Model['costOf']>): number | undefined {
    return this.#model?.costOf(...usage);
  }

  async step(...asked: Parameters<Model['step']>): ReturnType<Model['step']> {
    if (!this.#model) throw new Error('no model was chosen');
    this.#onAsk();
    try {
      return await this.#model.step(...asked);
    } finally {
      this.#onAnswer();
    }
  }
}
