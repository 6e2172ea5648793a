import type { Config } from '../base/config.ts';
import type { ExtensionHost } from '../engine/extension.ts';
import type { Redactor } from '../redact/redactor.ts';
import type { Deliveries } from './deliveries.ts';
import type { Dispatcher } from './dispatcher.ts';
import type { Ledger } from './ledger.ts';
import type { Sessions } from './sessions.ts';
import type { Turnstile } from './turnstile.ts';
import type { WatchRows } from './watch-rows.ts';

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
  readonly now: () => number;
};
