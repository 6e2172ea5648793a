import { failpoint } from '../base/failpoint.ts';
import { untilStored } from '../base/until-stored.ts';
import type { OverflowReleasedEvent } from '../wire/events.ts';
import type { NotifyContext } from './context.ts';
import { nextDeadline, passSilence } from './policy/breaker.ts';
import type { ReleasedDecision } from './policy/types.ts';
import { say } from './say.ts';
import { everybody } from './watch-rows.ts';

/** Ends silences by itself, whether or not another match comes; also those that began before a restart. */
export class BreakerClock {
  readonly #context: NotifyContext;
  #timer: NodeJS.Timeout | undefined;

  constructor(context: NotifyContext) {
    this.#context = context;
  }

  /** A silence may have begun. */
  schedule(): void {
    const { watches, config, now } = this.#context;
    const deadlines = [...watches.trippedBreakers().values()].flatMap(
      (state) => nextDeadline(config, state) ?? [],
    );
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (deadlines.length === 0) return;
    const inMs = Math.max(0, Math.min(...deadlines) - now());
    this.#timer = setTimeout(
      () =>
        untilStored(
          () => this.#timer === undefined,
          () => this.#release(),
        ),
      inMs,
    );
  }

  /** Whether a release is still to come: a daemon must not leave before. */
  get isTicking(): boolean {
    return this.#timer !== undefined;
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #release(): void {
    const { host, watches, config, now } = this.#context;
    host.store.transaction(() => {
      for (const [name, before] of watches.trippedBreakers()) {
        const scope = name === everybody ? 'all' : 'session';
        const { breaker, say: releases } = passSilence(config, scope, before, now());
        failpoint('breaker:before-release');
        watches.putBreaker(name, breaker);
        for (const release of releases) sayReleased(this.#context, release);
      }
    });
    failpoint('breaker:after-release');
    this.schedule();
  }
}

export function sayReleased(context: NotifyContext, release: ReleasedDecision): void {
  const { scope, sessionKey, suppressed, processes, at } = release;
  for (const { processId } of processes) noteMatched(context, processId);
  const event: OverflowReleasedEvent = {
    type: 'watch_overflow_released',
    session_key: sessionKey,
    scope,
    suppressed,
    processes: processes.map((one) => ({
      session_id: one.processId,
      command: commandOf(context, one.processId),
      suppressed: one.suppressed,
      first_line: one.firstLine,
    })),
    at,
  };
  say(context, event, at - context.config.silenceMs);
}

/** Now its session hears of the match: who waits for it waits no longer. */
function noteMatched({ watches }: NotifyContext, processId: string): void {
  const row = watches.get(processId);
  if (row) watches.put({ ...row, hasMatched: true });
}

/** It may have been forgotten since. */
function commandOf({ host, redactor }: NotifyContext, processId: string): string {
  try {
    return redactor.redact(host.get(processId).command);
  } catch {
    return '';
  }
}
