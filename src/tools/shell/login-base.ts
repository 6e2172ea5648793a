import { userInfo } from 'node:os';
import { DEFAULT_PATH } from './merge-environment.ts';
import type { Variables } from './variables.ts';

/** What a login starts with: the user and the machine. */
const identity = /^(?:USER|LOGNAME|LANG|LANGUAGE|LC_\w+|TZ)$/;
/** Without these, start-up files start what runs already (an ssh-agent), or look in the wrong place. */
const connections =
  /^(?:SSH_AUTH_SOCK|SSH_AGENT_PID|DBUS_SESSION_BUS_ADDRESS|XDG_\w+|DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|ZDOTDIR|ENV|WSL\w*)$/;

/** The clean environment for capturing a login shell; from the caller it has only the user and the machine. */
export function loginBase(shell: string, home: string, caller: Variables): Record<string, string> {
  const user = userInfo().username;
  const taken = Object.entries(caller).filter(([name]) => identity.test(name) || connections.test(name));
  return {
    USER: user,
    LOGNAME: user,
    ...Object.fromEntries(taken),
    HOME: home,
    SHELL: shell,
    PATH: DEFAULT_PATH,
    TERM: 'dumb',
    // For start-up files that check it: no `exec tmux`, no greeting.
    RINGBACK_CAPTURE: '1',
  };
}

/** The variables that start-up files set. A caller's connections are not passed to the next caller. */
export function setByLogin(base: Variables, captured: Variables): Record<string, string> {
  const isMade = ([name, value]: [string, string]) => !(connections.test(name) && base[name] === value);
  return Object.fromEntries(Object.entries(captured).filter(isMade));
}
