import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, defaultConfig } from '../src/base/config.ts';
import { openHome } from '../src/home/open.ts';
import { Daemon } from './daemon.ts';
import { environment } from './environment.ts';
import type { Workplace } from './workplace.ts';

/** A turn, and the moment of the monotonic clock at which it was in the subscriber's hands. */
type Arrival = { readonly at: bigint; readonly text: string };

type Wishes = { readonly notifyOnComplete?: boolean; readonly watchPatterns?: string[] };

export type Subscribed = {
  start(command: string, wishes?: Wishes): Promise<unknown>;
  nextTurn(): Promise<Arrival>;
};

export type Via = 'the library' | 'the daemon’s event stream';

const session = 'bench:1';

/** A home of its own and a subscriber that acknowledges every turn. */
export function withSubscriber<T>(
  workplace: Workplace,
  via: Via,
  config: Partial<Config>,
  work: (subscribed: Subscribed) => Promise<T>,
): Promise<T> {
  return via === 'the library' ? withHost(workplace, config, work) : withDaemon(workplace, config, work);
}

async function withHost<T>(
  workplace: Workplace,
  config: Partial<Config>,
  work: (subscribed: Subscribed) => Promise<T>,
) {
  const host = await openHome({ home: workplace.newFolder('home'), config: { ...defaultConfig, ...config } });
  const stop = new AbortController();
  const end = workplace.atEnd(async () => {
    stop.abort();
    await host.engine.killAll({ graceMs: 1_000 });
    await host.close();
  });
  const turns = host.notifier.dispatcher.subscribe(session, stop.signal);
  const start = (command: string, wishes: Wishes = {}) =>
    host.engine.start({ command, cwd: '/', env: environment, shell: '/bin/sh', session, ...wishes });
  const nextTurn = async () => {
    const { value: turn, done } = await turns.next();
    const at = process.hrtime.bigint();
    if (done) throw new Error('the subscription ended');
    host.notifier.dispatcher.acknowledge(turn.notifications.map(({ id }) => id));
    return { at, text: turn.text };
  };
  try {
    return await work({ start, nextTurn });
  } finally {
    await end();
  }
}

async function withDaemon<T>(
  workplace: Workplace,
  config: Partial<Config>,
  work: (subscribed: Subscribed) => Promise<T>,
) {
  const home = workplace.newFolder('home');
  writeFileSync(join(home, 'config.json'), JSON.stringify(config));
  const daemon = await Daemon.start(home);
  const stop = new AbortController();
  const end = workplace.atEnd(async () => {
    stop.abort();
    await daemon.end();
  });
  const turns = daemon.client.notifications.subscribe(session, { signal: stop.signal });
  const start = (command: string, { notifyOnComplete, watchPatterns }: Wishes = {}) =>
    daemon.client.start({
      command,
      workdir: '/',
      env: environment,
      shell: '/bin/sh',
      session_key: session,
      ...(notifyOnComplete && { notify_on_complete: true }),
      ...(watchPatterns && { watch_patterns: watchPatterns }),
    });
  const nextTurn = async () => {
    const { value: turn, done } = await turns.next();
    const at = process.hrtime.bigint();
    if (done) throw new Error('the subscription ended');
    await turn.acknowledge();
    return { at, text: turn.text };
  };
  try {
    return await work({ start, nextTurn });
  } finally {
    await end();
  }
}
