import { join } from 'node:path';
import type { Config } from '../base/config.ts';
import { loadConfig } from '../base/load-config.ts';
import { Delegations, type DelegationsOptions } from '../delegation/delegations.ts';
import { type Engine, type EngineOptions, openEngine } from '../engine/engine.ts';
import type { EngineExtension, Store } from '../engine/extension.ts';
import { Notifier, type NotifierOptions } from '../notify/notifier.ts';
import type { Rule } from '../ringers/bindings.ts';
import { Switchboard } from '../ringers/switchboard.ts';
import { programs as allPrograms, type Program } from '../system/program.ts';
import { Programs } from '../system/programs.ts';
import { programVariables } from '../system/variables.ts';
import { endOrphanedScripts } from '../tools/execute-code/orphaned-scripts.ts';
import { Logins } from '../tools/shell/logins.ts';
import { Toolbox } from '../tools/toolbox.ts';
import { steadyTime, type Time } from '../wake/time.ts';
import { WakeUps } from '../wake/wake-ups.ts';
import type { WireAwake } from '../wire/daemon.ts';
import { type ActiveOf, activeOfSession, whatIsActive } from './active.ts';

/** A program of our own is not kept waiting for long by start-up files. */
const LOGIN_LIMITS = { interactiveMs: 5_000, plainMs: 3_000 };

/** Everything that works in one home, without a transport: the daemon and the library serve it. */
export type Home = {
  readonly folder: string;
  readonly config: Config;
  readonly engine: Engine;
  readonly notifier: Notifier;
  readonly wakeUps: WakeUps;
  readonly delegations: Delegations;
  readonly switchboard: Switchboard;
  readonly tools: Toolbox;
  /** Programs of our own that are kept up. */
  readonly programs: Programs;
  /** For layers that keep tables of their own beside the ledger. */
  readonly store: Store;
  /** What keeps the host awake, or a session from being reset. */
  active(of: ActiveOf): Promise<WireAwake[]>;
  /** Leaves every process running and everything untold pending. */
  close(): Promise<void>;
};

export type HomeOptions = Omit<EngineOptions, 'extend'> &
  Pick<NotifierOptions, 'redactor' | 'now'> & {
    /** The clocks that wake-ups go by; default: those of the system, or `now` where that is given. */
    readonly time?: Time;
    /** Default: those that there are. */
    readonly programs?: readonly Program[];
    /** For tests: what is started for a task of a delegation, and how long somebody may take to repeat a call. */
    readonly delegates?: Pick<DelegationsOptions, 'command' | 'repeatMs'>;
    /** What went wrong where nobody waits for an answer. */
    readonly report?: (error: unknown) => void;
  };

/** Takes a home and puts its parts together. The ledger is there before the first end is found. */
export async function openHome({
  redactor,
  now,
  time,
  programs: table = allPrograms,
  delegates,
  report = () => {},
  ...options
}: HomeOptions): Promise<Home> {
  const { home: folder, wakeCommand = [] } = options;
  const config = options.config ?? (await loadConfig(folder));
  let made: { notifier: Notifier; wakeUps: WakeUps; delegations: Delegations; store: Store } | undefined;
  const logins = new Logins(join(folder, 'shells'), LOGIN_LIMITS);
  const programs = new Programs({
    home: folder,
    programs: table,
    wakeCommand,
    report,
    variables: () => programVariables(logins, folder, process.env),
  });
  const engine = await openEngine({
    ...options,
    config,
    extend(host) {
      const notifier = new Notifier(host, {
        config,
        ...(redactor && { redactor }),
        ...(now && { now }),
        onFact: (fact) => wakeUps.note(fact),
      });
      const clocks = time ?? (now && steadyTime(now));
      const wakeUps = new WakeUps(host, notifier, {
        config,
        ...(redactor && { redactor }),
        ...(clocks && { time: clocks }),
        wakeCommand,
        keeperProgram: options.keeperProgram,
      });
      const delegations = new Delegations(host, notifier, {
        ...delegates,
        config,
        ...(redactor && { redactor }),
        ...(now && { now }),
        wakeCommand,
        closeSession(session) {
          wakeUps.closeSession(session);
          notifier.closeSession(session);
        },
        report,
      });
      made = { notifier, wakeUps, delegations, store: host.store };
      return all(notifier.extension, delegations.extension, wakeUps.extension, programs.extension);
    },
  });
  if (!made) throw new Error('the engine made no extension');
  const { notifier, wakeUps, delegations, store } = made;
  const close = async () => {
    await programs.close();
    delegations.close();
    await wakeUps.close();
    notifier.close();
    await engine.close();
  };
  try {
    const rules = [...config.ringers, ownConversations(folder)];
    const switchboard = new Switchboard({
      store,
      notifier,
      rules,
      wakeCommand,
      report,
    });
    const parts = { engine, notifier, wakeUps, delegations };
    const isActive = (session: string) => activeOfSession(parts, session).length > 0;
    const tools = new Toolbox({ home: folder, ...parts, config, switchboard, isActive });
    await endOrphanedScripts(engine, folder);
    wakeUps.start();
    delegations.start(engine);
    programs.open(engine);
    const active = (of: ActiveOf) => whatIsActive({ ...parts, folder, programs }, of);
    return { folder, config, ...parts, switchboard, tools, programs, store, active, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Conversations of our own agent: their id is their session key. */
function ownConversations(home: string): Rule {
  return { session: 'conv_*', kind: 'ringback', settings: { home }, origin: 'own' };
}

/** What was said of a process comes before what waits for it. */
function all(...extensions: readonly EngineExtension[]): EngineExtension {
  const [first = {}] = extensions;
  return {
    ...first,
    starting: (session) => {
      for (const one of extensions) one.starting?.(session);
    },
    running: (process) => {
      for (const one of extensions) one.running?.(process);
    },
    noticed: (process, notice) => {
      for (const one of extensions) one.noticed?.(process, notice);
    },
    ended: (process, wasKnown) => {
      for (const one of extensions) one.ended?.(process, wasKnown);
    },
    removed: (id) => {
      for (const one of extensions) one.removed?.(id);
    },
  };
}
