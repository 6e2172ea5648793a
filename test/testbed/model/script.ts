import type { Answer, Asked, ToolCall, Trouble } from './types.ts';

/** What a test has the model do in one turn: say something, or call tools by the ends of their names. */
type Wish = string | readonly ToolCall[] | Partial<Answer> | Trouble;
export type Turn = Wish | ((asked: Asked) => Wish);

/** The turns from when a user says a word until the same user says another one's. */
export class Script {
  readonly word: string;
  readonly #turns: Turn[];

  constructor(word: string, turns: readonly Turn[]) {
    this.word = word;
    this.#turns = [...turns];
  }

  /** Where the conversation's user last said the word; -1 when never. */
  placeIn({ said }: Asked): number {
    return said.findLastIndex(({ by, text }) => by === 'user' && text.includes(this.word));
  }

  /** When all is done, the model has nothing more to say. */
  next(asked: Asked): Answer | Trouble {
    const turn = this.#turns.shift() ?? 'Nothing more to do.';
    const wish = typeof turn === 'function' ? turn(asked) : turn;
    if (typeof wish === 'string') return { pieces: [wish], calls: [] };
    if ('status' in wish || 'begins' in wish) return wish;
    const { calls = [], pieces = [], ...rest } = isCalls(wish) ? { calls: wish } : wish;
    return {
      ...rest,
      pieces,
      calls: calls.map(({ tool, input }) => ({ tool: fullName(tool, asked), input })),
    };
  }
}

const isCalls = (wish: readonly ToolCall[] | Partial<Answer>): wish is readonly ToolCall[] =>
  Array.isArray(wish);

function fullName(tool: string, { tools }: Asked): string {
  const name = tools.find((offered) => offered === tool || offered.endsWith(tool));
  if (name === undefined) throw new Error(`no tool ${tool} among ${tools.join(', ')}`);
  return name;
}
