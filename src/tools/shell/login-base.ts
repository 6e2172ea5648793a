import { userInfo } from 'node:os';
import { DEFAULT_PATH } from './merge-environment.ts';
import type { Variables } from './variables.ts';

/** Who and where one is: what a login starts with. */
const identity = /^(?:USER|LOGNAME|LANG|LANGUAGE|LC_\w+|TZ)$/;
/** Without them start-up files begin what runs already (an ssh-agent), or look in the wrong place. */
const connections =
  /^(?:SSH_AUTH_SOCK|SSH_AGENT_PID|DBUS_SESSION_BUS_ADDRESS|XDG_\w+|DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|ZDOTDIR|ENV|WSL\w*)$/;

/** The clean environment in which a login shell is asked; of the caller only what says who and where. */
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
    // For start-up files that want to know: no `exec tmux`, no greeting.
    RINGBACK_CAPTURE: '1',
  };
}

/** What start-up files made of it. A caller's connections are not handed to the next caller. */
export function madeByLogin(base: Variables, captured: Variables): Record<string, string> {
  const isMade = ([name, value]: [string, string]) => !(connections.test(name) && base[name] === value);
  return Object.fromEntries(Object.entries(captured).filter(isMade));
}
