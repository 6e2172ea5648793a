import type { Config } from '../base/config.ts';
import type { ExtensionHost } from '../engine/extension.ts';
import type { Notifier } from '../notify/notifier.ts';
import type { Redactor } from '../redact/redactor.ts';
import type { WakeClock } from './clock.ts';
import type { WakeUpRows } from './rows.ts';

/** What the parts of the wake-ups share. */
export type WakeContext = {
  readonly host: ExtensionHost;
  readonly notifier: Notifier;
  readonly config: Config;
  readonly rows: WakeUpRows;
  readonly clock: WakeClock;
  readonly redactor: Redactor;
};
