import type { Config } from '../base/config.ts';
import type { ExtensionHost } from '../engine/extension.ts';
import type { Redactor } from '../redact/redactor.ts';
import type { Deliveries } from './deliveries.ts';
import type { Dispatcher } from './dispatcher.ts';
import type { Ledger } from './ledger.ts';
import type { Sessions } from './sessions.ts';
import type { Turnstile } from './turnstile.ts';
import type { WatchRows } from './watch-rows.ts';

/** What others may wait for: said in the transaction in which it happens. */
export type Fact =
  | { readonly type: 'matched'; readonly processId: string; readonly line: string }
  | { readonly type: 'ready'; readonly processId: string; readonly at: number }
  /** A program handed in an event, of this type and under this id of its own. */
  | { readonly type: 'handed_in'; readonly session: string; readonly event: string; readonly own: string };

/** What the parts of the notifier share. */
export type NotifyContext = {
  readonly host: ExtensionHost;
  readonly config: Config;
  readonly ledger: Ledger;
  readonly deliveries: Deliveries;
  readonly watches: WatchRows;
  readonly sessions: Sessions;
  readonly dispatcher: Dispatcher;
  /** For those that read much. */
  readonly turnstile: Turnstile;
  /** Takes secrets out; leaves text as it is when redaction is switched off. */
  readonly redactor: Redactor;
  readonly onFact: (fact: Fact) => void;
  readonly now: () => number;
};
