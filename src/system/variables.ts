import { homedir, userInfo } from 'node:os';
import { chooseShell } from '../engine/shell.ts';
import type { Logins } from '../tools/shell/logins.ts';
import { isShellVariable, type Variables } from '../tools/shell/variables.ts';

/** Of the user or of Ringback, whoever started the daemon: the way to the user's systemd, and our own settings. */
const own = /^(?:XDG_RUNTIME_DIR|DBUS_SESSION_BUS_ADDRESS|NODE_COMPILE_CACHE|RINGBACK_\w+)$/;
/** Of one caller, one process or one life. */
const notOwn =
  /^RINGBACK_(?:SESSION|PROCESS_ID|CAPTURE|CWD|DELEGATE|(?:ENGINE|DELEGATE)_FAILPOINT|FAILPOINT(?:_REACHED|_ONCE)?)$/;

/**
 * What a program of our own is started with: what the user's login shell exports, and never what happened to be set where
 * somebody started the daemon or wanted the program first. They reach its keeper over a pipe, never the disk (promise 17).
 */
export async function programVariables(
  logins: Pick<Logins, 'get'>,
  home: string,
  given: NodeJS.ProcessEnv,
): Promise<Record<string, string>> {
  const daemon: Variables = Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  const { shell, homedir: folder } = user();
  const login = await logins.get(chooseShell({ SHELL: daemon.SHELL ?? shell }), folder, daemon);
  const captured = Object.entries(login.variables).filter(([name]) => !isShellVariable(name));
  // A login shell that cannot be asked: better the daemon's few than none.
  const base = captured.length > 0 ? Object.fromEntries(captured) : { ...daemon };
  const ours = Object.entries(daemon).filter(([name]) => own.test(name));
  const all = { ...base, ...Object.fromEntries(ours), RINGBACK_HOME: home };
  return Object.fromEntries(Object.entries(all).filter(([name]) => !notOwn.test(name)));
}

/** A user that the system does not know has no shell. */
function user(): { shell: string; homedir: string } {
  try {
    const { shell, homedir: folder } = userInfo();
    return { shell: shell ?? '', homedir: process.env.HOME || folder };
  } catch {
    return { shell: '', homedir: homedir() };
  }
}
