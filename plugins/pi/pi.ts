/** As much of pi's extension API (@earendil-works/pi-coding-agent, 0.87 to 1.5) as is used here. */

export type Pi = {
  on<Name extends keyof Events>(
    event: Name,
    handler: (event: Events[Name], context: Context) => void | Promise<void>,
  ): void;
  registerTool(tool: Tool): void;
  sendMessage(
    message: {
      readonly customType: string;
      readonly content: string;
      readonly display: boolean;
      readonly details: unknown;
    },
    options: { readonly triggerTurn: true; readonly deliverAs: 'followUp' },
  ): void;
};

export type Context = {
  readonly mode: 'tui' | 'rpc' | 'json' | 'print';
  readonly hasUI: boolean;
  readonly cwd: string;
  readonly ui: { notify(text: string, type: 'warning'): void };
  readonly sessionManager: {
    getSessionId(): string;
    getSessionFile(): string | undefined;
    /** What the model sees of the conversation, oldest first. */
    getBranch(): readonly Entry[];
  };
  /** Neither a run nor a compaction is going on. */
  isIdle(): boolean;
};

export type Entry = {
  readonly type: string;
  readonly customType?: string;
  readonly details?: unknown;
  readonly message?: { readonly role: string };
};

type Message = { readonly role: string; readonly customType?: string; readonly details?: unknown };
type Reason = 'startup' | 'quit' | 'reload' | 'new' | 'resume' | 'fork';

type Events = {
  readonly session_start: { readonly reason: Reason; readonly previousSessionFile?: string };
  readonly session_shutdown: { readonly reason: Reason };
  readonly input: unknown;
  readonly agent_start: unknown;
  readonly agent_end: unknown;
  readonly agent_settled: unknown;
  readonly message_start: { readonly message: Message };
  readonly message_end: { readonly message: Message };
};

type Tool = {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly promptSnippet: string;
  readonly parameters: object;
  execute(
    callId: string,
    given: unknown,
    signal: AbortSignal | undefined,
    onUpdate: unknown,
    context: Context,
  ): Promise<{ readonly content: readonly { type: 'text'; text: string }[]; readonly details: unknown }>;
};
