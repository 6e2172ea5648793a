/** One message as a model sees it, whatever the API calls its parts. */
export type Said = { readonly by: 'system' | 'user' | 'model' | 'tool'; readonly text: string };

/** What an agent asked of the model. */
export type Asked = {
  readonly said: readonly Said[];
  /** Full names, as offered. */
  readonly tools: readonly string[];
};

export type ToolCall = { readonly tool: string; readonly input: Readonly<Record<string, unknown>> };

/** What the model answers: words, or tools to call. */
export type Answer = { readonly text: string } | { readonly calls: readonly ToolCall[] };

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
