import { existsSync } from 'node:fs';
import { LIFETIME_FUNCTION, SCOPE_SCRIPT } from './scope-script.ts';

/**
 * How long a program that is started through `inScope` may live, as far as systemd and logind decide it:
 * - `unmanaged`: neither has a say
 * - `system_scope`, `user_scope`: until the machine stops, in a scope of its own
 * - `session`: the login session goes on without its user, and so does the program
 * - `until_logout`: in a scope of its own, but logind ends all of a user's scopes with the user's last session
 * - `until_session_ends`, `until_service_stops`: it ends with the session or the service that starts it
 * - `until_job_ends`: a batch system's job, which nothing shall escape
 */
export const LIFETIMES = [
  'unmanaged',
  'system_scope',
  'user_scope',
  'session',
  'until_logout',
  'until_session_ends',
  'until_service_stops',
  'until_job_ends',
] as const;
export type Lifetime = (typeof LIFETIMES)[number];

/** Wraps a command so that it first moves into a scope of its own, if it lives longer there (promise 5). */
export function inScope(command: readonly string[]): readonly string[] {
  return isSystemdHere() ? viaScopeScript(command) : command;
}

/** The same for another machine. */
export function viaScopeScript(command: readonly string[]): readonly string[] {
  return ['/bin/sh', '-c', SCOPE_SCRIPT, 'ringback', ...command];
}

/** A command that prints its lifetime. */
export const LIFETIME_COMMAND: readonly string[] = ['/bin/sh', '-c', `${LIFETIME_FUNCTION}\nlifetime`];

export function parseLifetime(text: string | undefined): Lifetime {
  return LIFETIMES.find((lifetime) => lifetime === text?.trim()) ?? 'unmanaged';
}

/** What people should know about it, and what to do, if anything. */
export function explainLifetime(lifetime: Lifetime): { detail: string; fix: string | undefined } {
  return EXPLAINED[lifetime];
}

const LINGER = 'loginctl enable-linger (as that user; an administrator: loginctl enable-linger USER)';
const EXPLAINED: Readonly<Record<Lifetime, { detail: string; fix: string | undefined }>> = {
  unmanaged: { detail: 'not managed by systemd: nothing ends commands but you', fix: undefined },
  system_scope: {
    detail: 'commands get a systemd scope of their own, whatever service or session started them',
    fix: undefined,
  },
  user_scope: {
    detail:
      'commands get a systemd scope of their own, and lingering is enabled: they outlive services and logouts',
    fix: undefined,
  },
  session: {
    detail:
      'commands keep running after a logout: logind does not end processes of this session (KillUserProcesses)',
    fix: undefined,
  },
  until_logout: {
    detail:
      'systemd ends commands 10 s after the user’s last session has ended, because lingering is not enabled',
    fix: LINGER,
  },
  until_session_ends: {
    detail: 'logind ends commands with the login session that started them (KillUserProcesses=yes)',
    fix: LINGER,
  },
  until_service_stops: {
    detail: 'systemd ends commands with the service that started them, because no user manager is running',
    fix: `${LINGER}, or KillMode=process in that service`,
  },
  until_job_ends: { detail: 'commands end with the batch job that started them', fix: undefined },
};

function isSystemdHere(): boolean {
  return existsSync('/run/systemd/system');
}
