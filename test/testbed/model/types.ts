/** One message as a model sees it, whatever the API calls its parts. */
export type Said = { readonly by: 'system' | 'user' | 'model' | 'tool'; readonly text: string };

/** What an agent asked of the model. */
export type Asked = {
  readonly said: readonly Said[];
  /** Full names, as offered. */
  readonly tools: readonly string[];
};

export type ToolCall = { readonly tool: string; readonly input: Readonly<Record<string, unknown>> };

/** What the model answers: what it thinks, then words in the pieces that are streamed, then tools to call. */
export type Answer = {
  readonly thought?: string;
  readonly pieces: readonly string[];
  readonly calls: readonly ToolCall[];
  /** Whether it had more to say than it may. */
  readonly isTooLong?: boolean;
};

/** Instead of an answer. */
export type Trouble =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly error: object }
  /** It begins, and then the connection is lost or closed too early, or nothing more comes. */
  | { readonly begins: string; readonly ends: 'lost' | 'closed' | 'never' };

/** What a thought, or a call after one, is sealed with. */
export const SEAL = 'c2VhbGVk';

/** Of every answer. The cached tokens are part of the input. */
export const tokens = { input: 10, cached: 4, output: 5 };

/** One of the ways to ask a model over HTTP. */
export type Dialect = {
  readonly path: RegExp;
  read(body: Body): Asked;
  /** The events of the streamed answer, each as `[event name or '', data]`. */
  write(answer: Answer, body: Body): Iterable<readonly [string, unknown]>;
};

export type Body = Readonly<Record<string, unknown>>;

let count = 0;
export const newId = (prefix: string): string => `${prefix}${String(++count).padStart(6, '0')}`;

type Part = { readonly type?: string; readonly text?: string; readonly content?: unknown };

/** The text of a content field: a string, or parts of which some have text. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return (content as Part[])
    .map((part) => part.text ?? '')
    .filter(Boolean)
    .join('\n');
}

export const list = <T>(value: unknown): readonly T[] => (Array.isArray(value) ? (value as T[]) : []);
