import type { Config } from '../base/config.ts';
import type { Engine } from '../engine/engine.ts';
import type { ProcessSnapshot } from '../engine/types.ts';
import type { Notifier } from '../notify/notifier.ts';
import type { Redactor } from '../redact/redactor.ts';
import type { WireToolCall } from '../wire/tool-types.ts';
import type { Interrupts } from './interrupts.ts';
import type { Shells } from './shell/shells.ts';
import type { Views } from './view/views.ts';

/** Who is rung how; the tools only ask. */
export type RingerBook = {
  /** Whether the session has a ringer. */
  has(session: string): boolean;
  /** What a call of the session has brought along about how it can be rung. */
  bring(
    session: string,
    ringer: { readonly kind: string; readonly settings: Readonly<Record<string, unknown>> },
  ): void;
};

/** What the tools of one home work with. */
export type Workshop = {
  readonly home: string;
  readonly config: Config;
  readonly engine: Engine;
  readonly notifier: Notifier;
  readonly redactor: Redactor;
  readonly shells: Shells;
  readonly views: Views;
  readonly interrupts: Interrupts;
  readonly switchboard: RingerBook;
};

export type Caller = Omit<WireToolCall, 'arguments' | 'acknowledge' | 'ringer'> & {
  /** A script: what it starts must not outlive its call. */
  readonly isScript?: boolean;
  /** The process that the script itself is: nothing that it should find, or end, among its own. */
  readonly script?: string;
  /** Put before what a script starts: the sandbox that the script itself is in. */
  readonly sandbox?: readonly string[];
};

/** One call of a tool. */
export type ToolContext = Workshop & {
  readonly caller: Caller;
  /** Falls when the caller has gone, or the daemon leaves. */
  readonly signal: AbortSignal;
};

/** What a tool has to say. */
export type Outcome = {
  readonly result: Readonly<Record<string, unknown>>;
  /** Its end was promised as the answer: the call may become a task. */
  readonly owed?: ProcessSnapshot;
  /** The process whose end the result shows, where its caller acknowledges that itself. */
  readonly shows?: string;
  /** Once: the result is out, or the caller had gone before. */
  settled?(wasSent: boolean): void;
};

export type Tool = (context: ToolContext, given: unknown) => Promise<Outcome>;
