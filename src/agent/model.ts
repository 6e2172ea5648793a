/** What a model is asked and answers, as plain data that is stored: no library's own shapes. */

/**
 * `seal`, of what a model said: what the provider signed it with and wants to see again, stored as it is. Gemini signs
 * calls, and refuses a conversation in which a signature is missing. Another provider is not shown it.
 */
export type Text = { readonly type: 'text'; readonly text: string; readonly seal?: unknown };

/** `data`: base64. */
export type Image = { readonly type: 'image'; readonly mediaType: string; readonly data: string };

/** Thoughts that a provider wants to see again. */
export type Reasoning = { readonly type: 'reasoning'; readonly text: string; readonly seal?: unknown };

/** `id`: ours, made from conversation, step and position. Providers' ids repeat, and are not kept. */
export type ToolCall = {
  readonly type: 'call';
  readonly id: string;
  readonly tool: string;
  /** What is not JSON is the text as the model wrote it. */
  readonly input: unknown;
  readonly seal?: unknown;
};

export type ToolAnswer = {
  readonly type: 'answer';
  readonly id: string;
  readonly tool: string;
  readonly output: string;
  readonly isError: boolean;
  /** To be seen with it; a model is shown them right after the results. */
  readonly images?: readonly Image[];
};

export type ModelMessage =
  | { readonly role: 'user'; readonly content: readonly (Text | Image)[] }
  | { readonly role: 'assistant'; readonly content: readonly (Text | Reasoning | ToolCall)[] }
  | { readonly role: 'tool'; readonly content: readonly ToolAnswer[] };

/** A tool as a model is told of it. */
export type OfferedTool = {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of an object. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
};

export type ModelRequest = {
  readonly instructions: string;
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly OfferedTool[];
  /**
   * The id that a call of this step gets, by its position. Letters, digits, `_` and `-`, at most 64 of them: what every
   * provider takes.
   */
  callId(position: number): string;
};

export type Usage = {
  readonly inputTokens: number;
  /** Of the input, what came from the provider's cache. */
  readonly cachedTokens: number;
  /** Of the input, what was written into the cache, where that costs extra. */
  readonly cacheWriteTokens?: number;
  readonly outputTokens: number;
};

/** One step: what the model said and wants to call. `length`: it was cut off. */
export type ModelStep = {
  readonly content: readonly (Text | Reasoning | ToolCall)[];
  readonly finish: 'said' | 'calls' | 'length' | 'refused';
  readonly usage: Usage;
};

export type Model = {
  /** `provider/model`, as people choose it. */
  readonly name: string;
  /** In tokens; undefined: not known. */
  readonly contextTokens?: number | undefined;
  /** In US dollars; undefined: not known. */
  costOf(usage: Usage): number | undefined;
  /** Asks once; retries are counted by the caller. `onText`: what is said, while it is. Throws a ModelError, or the signal's reason. */
  step(
    request: ModelRequest,
    options: { readonly signal: AbortSignal; onText(text: string): void },
  ): Promise<ModelStep>;
};

export type ModelTrouble =
  /** May be asked again: limits, an overloaded or unreachable provider, a broken stream. */
  | 'again'
  /** The conversation is too long for it. */
  | 'too_long'
  /** It will not work until somebody changes something: a wrong key, no credit, an unknown model. */
  | 'never';

/** Said plainly, for people. `retryAfterMs`: what the provider asked for. */
export class ModelError extends Error {
  readonly trouble: ModelTrouble;
  readonly retryAfterMs: number | undefined;

  constructor(trouble: ModelTrouble, message: string, retryAfterMs?: number) {
    super(message);
    this.name = 'ModelError';
    this.trouble = trouble;
    this.retryAfterMs = retryAfterMs;
  }
}
