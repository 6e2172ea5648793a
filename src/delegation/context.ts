import type { Config } from '../base/config.ts';
import type { Engine } from '../engine/engine.ts';
import type { ExtensionHost } from '../engine/extension.ts';
import type { Notifier } from '../notify/notifier.ts';
import type { Redactor } from '../redact/redactor.ts';
import type { Orders } from './orders.ts';
import type { DelegationRows } from './rows.ts';

/** What the parts of the delegations share. */
export type DelegationContext = {
  readonly host: ExtensionHost;
  readonly notifier: Notifier;
  readonly config: Config;
  readonly redactor: Redactor;
  readonly rows: DelegationRows;
  readonly orders: Orders;
  readonly now: () => number;
  isClosed(): boolean;
  /** Fails before the engine is open. */
  engine(): Engine;
  /** The program of a delegate, and its arguments. */
  command(home: string, name: string): readonly string[];
  /** After the transaction in which a delegate ended. */
  onEnded(name: string): void;
};

/** The session of what a delegate starts itself. */
export function sessionOf(name: string): string {
  return `delegate:${name}`;
}

/** The name of the delegate whose session this is. */
export function nameIn(session: string): string | undefined {
  return /^delegate:(proc_[0-9a-f]{12})$/.exec(session)?.[1];
}
