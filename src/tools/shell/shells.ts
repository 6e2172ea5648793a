import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import type { Config } from '../../base/config.ts';
import { RingbackError } from '../../base/errors.ts';
import { isProcessId } from '../../base/ids.ts';
import { chooseShell } from '../../engine/shell.ts';
import { applyChanges, changesBetween, joinChanges, noChanges } from './changes.ts';
import { childEnvironment } from './child-environment.ts';
import { takeEnd } from './end-file.ts';
import { type CaptureLimits, type LoginResult, Logins } from './logins.ts';
import { canEnter, nearestFolder } from './nearest-folder.ts';
import { preparePrivateFolder, removeOrphans } from './private-folder.ts';
import { SessionStates } from './session-states.ts';
import type { Variables } from './variables.ts';
import { writeWrapper } from './wrapper.ts';

export type ShellRequest = {
  readonly session: string;
  /** Must exist; relative to the session's folder; `~` is the home. Does not change the session's folder. */
  readonly workdir?: string;
  /** The agent's own folder and environment: where a session starts. */
  readonly callerWorkdir: string;
  readonly callerEnv: Variables;
  /** In the foreground: the session takes over its folder and exports afterwards. */
  readonly follows: boolean;
  readonly processId: string;
  readonly pty?: boolean;
};

type PreparedShell = {
  /** Absolute. */
  readonly shell: string;
  readonly wrapper: string;
  readonly env: Variables;
  readonly cwd: string;
  /** What the agent should know: a folder that no longer exists, a login shell that could not be captured. */
  readonly notes: readonly string[];
};

export type ShellsOptions = {
  readonly home: string;
  readonly config: Config;
  /** Whether something of a session runs or is to come. */
  readonly isActive?: (session: string) => boolean;
  /** How long a login shell may take. */
  readonly limits?: CaptureLimits;
  /** For what must not reach the disk; default: in memory where possible. */
  readonly privateFolder?: string;
};

type Followed = { readonly cwd: string; readonly env: Variables };

const defaultLimits: CaptureLimits = { interactiveMs: 15_000, plainMs: 5_000 };
/** More than run in the foreground at one time. */
const MOST_FOLLOWED = 2_000;
const STALE_MS = 24 * 3_600_000;

/** Prepares the shells that run the commands of agents. */
export class Shells {
  readonly #options: ShellsOptions;
  readonly #logins: Logins;
  readonly #states: SessionStates;
  readonly #followed = new Map<string, Followed>();
  /** Shown to a session with its next command. */
  readonly #notes = new Map<string, string[]>();
  /** The sessions that were already told about a login shell's problem. */
  readonly #told = new WeakMap<LoginResult, Set<string>>();
  #folder: string | undefined;

  constructor(options: ShellsOptions) {
    this.#options = options;
    this.#logins = new Logins(join(options.home, 'shells'), options.limits ?? defaultLimits);
    this.#states = new SessionStates(() => this.#privateFolder(), options.isActive);
    this.#removeStale();
  }

  async prepare(request: ShellRequest): Promise<PreparedShell> {
    const { session, callerEnv, processId } = request;
    const shell = chooseShell({ SHELL: callerEnv.SHELL || userInfo().shell || '' });
    const home = homeOf(callerEnv);
    const login = await this.#logins.get(shell, canEnter(home) ? home : '/', callerEnv);
    const notes = [...this.#takeNotes(session), ...this.#noteOf(login, session)];
    const cwd = this.#enter(request, home, notes);
    const env = this.#environment(request, login, shell, cwd);
    const follows = request.follows && request.workdir === undefined;
    const endFile = follows ? this.#follow(processId, { cwd, env }) : undefined;
    const wrapper = writeWrapper(shell, {
      ...(login.snapshot && { snapshot: login.snapshot }),
      ...(endFile && { endFile }),
      ...(env.OLDPWD && { previous: env.OLDPWD }),
    });
    return { shell, wrapper, env, cwd, notes };
  }

  /** Called when a followed command ended inside its call: the session takes over its folder and exports. */
  async settle(session: string, processId: string): Promise<{ cwd?: string }> {
    if (!isProcessId(processId)) return {};
    const end = takeEnd(this.#endFile(processId));
    const given = this.#followed.get(processId);
    this.#followed.delete(processId);
    if (end.kind === 'too_large') {
      this.#note(
        session,
        `The folder and exports of ${processId} were not kept: they are too large (${end.bytes} bytes).`,
      );
    }
    if (end.kind !== 'ended') return {};
    const state = this.#states.get(session);
    // What a command of an earlier daemon was started with is unknown.
    const changes = given ? changesBetween(given.env, end.variables) : noChanges;
    const hasMoved = end.cwd !== (given?.cwd ?? state.cwd);
    const hasChanged = Object.keys(changes.set).length + changes.unset.length > 0;
    if (!hasMoved && !hasChanged) return {};
    const previous = given?.cwd ?? state.cwd;
    this.#states.set(session, {
      ...state,
      ...joinChanges(state, changes),
      ...(hasMoved && { cwd: end.cwd, ...(previous && { previous }) }),
    });
    return hasMoved ? { cwd: end.cwd } : {};
  }

  /** Called when a followed command continues in the background: its end no longer changes the session. */
  forget(processId: string): void {
    this.#followed.delete(processId);
    if (isProcessId(processId)) rmSync(this.#endFile(processId), { force: true });
  }

  moveSession(from: string, to: string): void {
    this.#states.move(from, to);
    for (const note of this.#takeNotes(from)) this.#note(to, note);
  }

  #environment(
    request: ShellRequest,
    login: LoginResult,
    shell: string,
    cwd: string,
  ): Record<string, string> {
    const { callerEnv, session, pty = false } = request;
    const given = childEnvironment(callerEnv, login.variables, {
      pty,
      pass: this.#options.config.passVariables,
    });
    const state = this.#states.get(session);
    const env = applyChanges({ HOME: homeOf(callerEnv), SHELL: shell, ...given }, state);
    // Level 1 is the login shell's. At the lowest level bash reads ~/.bashrc if it was started over ssh.
    return { ...env, SHLVL: '1', PWD: cwd, ...(state.previous && { OLDPWD: state.previous }) };
  }

  /** The folder of this command. If the session's folder no longer exists, it continues in the nearest parent. */
  #enter({ session, workdir, callerWorkdir }: ShellRequest, home: string, notes: string[]): string {
    const state = this.#states.get(session);
    const wanted = state.cwd ?? callerWorkdir;
    const cwd = nearestFolder(wanted);
    if (cwd !== wanted) {
      notes.push(`The folder ${wanted} no longer exists; this session continues in ${cwd}.`);
      this.#states.set(session, { ...state, cwd });
    }
    if (workdir === undefined) return cwd;
    const folder = resolve(
      cwd,
      workdir.replace(/^~(?=\/|$)/, () => home),
    );
    if (canEnter(folder)) return folder;
    throw new RingbackError(
      'no_folder',
      `The folder ${folder} does not exist or cannot be entered.`,
      `Give another folder, or omit workdir to run in ${cwd}.`,
    );
  }

  /** Created here, with our mode: whatever umask the command sets, nobody else can read it. */
  #follow(processId: string, followed: Followed): string {
    this.#followed.set(processId, followed);
    if (this.#followed.size > MOST_FOLLOWED) {
      const [oldest] = this.#followed.keys();
      if (oldest !== undefined) this.forget(oldest);
    }
    const path = this.#endFile(processId);
    try {
      // A call that is repeated after a crash finds what its command has written meanwhile.
      writeFileSync(path, '', { mode: 0o600, flag: 'a' });
    } catch {
      // The shell writes only where the file is: nothing follows, the command runs all the same.
    }
    return path;
  }

  #endFile(processId: string): string {
    return join(this.#privateFolder(), `${processId}.end`);
  }

  /** Looked up again if it was removed: /run/user/… is, with the last login. */
  #privateFolder(): string {
    if (this.#folder && statSync(this.#folder, { throwIfNoEntry: false })) return this.#folder;
    const { home, privateFolder } = this.#options;
    if (privateFolder) mkdirSync(privateFolder, { recursive: true, mode: 0o700 });
    this.#folder = privateFolder ?? preparePrivateFolder(home);
    return this.#folder;
  }

  /** Removes files of commands that nobody settled: their daemon died, or they continued in the background. */
  #removeStale(): void {
    const folder = this.#privateFolder();
    removeOrphans(folder);
    for (const name of readdirSync(folder).filter((file) => file.endsWith('.end'))) {
      const path = join(folder, name);
      const stats = statSync(path, { throwIfNoEntry: false });
      if (stats && Date.now() - stats.mtimeMs > STALE_MS) rmSync(path, { force: true });
    }
  }

  #noteOf(login: LoginResult, session: string): string[] {
    const told = this.#told.get(login) ?? new Set();
    this.#told.set(login, told);
    if (!login.note || told.has(session)) return [];
    told.add(session);
    return [login.note];
  }

  #note(session: string, note: string): void {
    this.#notes.set(session, [...(this.#notes.get(session) ?? []), note]);
  }

  #takeNotes(session: string): string[] {
    const notes = this.#notes.get(session) ?? [];
    this.#notes.delete(session);
    return notes;
  }
}

function homeOf(env: Variables): string {
  return env.HOME?.startsWith('/') ? env.HOME : homedir();
}
