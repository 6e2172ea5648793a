import type { Config } from '../base/config.ts';
import type { Delegations } from '../delegation/delegations.ts';
import type { Engine } from '../engine/engine.ts';
import type { ProcessSnapshot } from '../engine/types.ts';
import type { Notifier } from '../notify/notifier.ts';
import type { Redactor } from '../redact/redactor.ts';
import type { WakeUps } from '../wake/wake-ups.ts';
import type { WireToolCall } from '../wire/tool.ts';
import type { Interrupts } from './interrupts.ts';
import type { Shells } from './shell/shells.ts';
import type { Views } from './view/views.ts';

/** The ringers, as far as the tools need to know them. */
export type Ringers = {
  /** Whether the session has a ringer. */
  has(session: string): boolean;
  /** Whether it is a conversation of our own agent, which can always be rung. */
  isOwn(session: string): boolean;
  /** How the session can be rung, as a call of it reported. */
  register(
    session: string,
    ringer: { readonly kind: string; readonly settings: Readonly<Record<string, unknown>> },
  ): void;
};

/** Everything the tools of one home need. */
export type ToolServices = {
  readonly home: string;
  readonly config: Config;
  readonly engine: Engine;
  readonly notifier: Notifier;
  readonly wakeUps: WakeUps;
  readonly delegations: Delegations;
  readonly redactor: Redactor;
  readonly shells: Shells;
  readonly views: Views;
  readonly interrupts: Interrupts;
  readonly switchboard: Ringers;
};

export type Caller = Omit<WireToolCall, 'arguments' | 'acknowledge' | 'ringer'> & {
  /** For a script: what it starts must not outlive its call. */
  readonly isScript?: boolean;
  /** The process of the script itself: hidden from its own lists, and not its to end. */
  readonly script?: string;
  /** Prepended to what a script starts: the sandbox of the script. */
  readonly sandbox?: readonly string[];
};

/** One call of a tool. */
export type ToolContext = ToolServices & {
  readonly caller: Caller;
  /** Aborted when the caller disconnects or the daemon shuts down. */
  readonly signal: AbortSignal;
};

/** The result of a tool. */
export type Outcome = {
  readonly result: Readonly<Record<string, unknown>>;
  /** Its end was promised as the result: the call may become a task. */
  readonly promised?: ProcessSnapshot;
  /** The process whose end the result shows, if the caller acknowledges that itself. */
  readonly shows?: string;
  /** Called once: the result was sent, or the caller disconnected before. */
  settled?(wasSent: boolean): void;
};

export type Tool = (context: ToolContext, given: unknown) => Promise<Outcome>;
