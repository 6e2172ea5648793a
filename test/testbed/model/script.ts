import type { Answer, Asked, ToolCall } from './types.ts';

/** What a test has the model do in one turn: say something, or call tools by the ends of their names. */
export type Turn = string | readonly ToolCall[] | ((asked: Asked) => string | readonly ToolCall[]);

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
  next(asked: Asked): Answer {
    const turn = this.#turns.shift() ?? 'Nothing more to do.';
    const wish = typeof turn === 'function' ? turn(asked) : turn;
    if (typeof wish === 'string') return { text: wish };
    return { calls: wish.map(({ tool, input }) => ({ tool: fullName(tool, asked), input })) };
  }
}

function fullName(tool: string, { tools }: Asked): string {
  const name = tools.find((offered) => offered === tool || offered.endsWith(tool));
  if (name === undefined) throw new Error(`no tool ${tool} among ${tools.join(', ')}`);
  return name;
}
