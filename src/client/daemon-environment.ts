const kept =
  /^(PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_\w+|TZ|TMPDIR|XDG_\w+|DBUS_SESSION_BUS_ADDRESS|LD_LIBRARY_PATH|RINGBACK_\w+)$/;
/** These belong to one caller, not to the daemon of all. */
const dropped = new Set(['RINGBACK_SESSION', 'RINGBACK_PROCESS_ID', 'RINGBACK_HOME']);

/** What a daemon needs of its first caller's variables. The others, keys among them, are none of its business. */
export function daemonEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => kept.test(name) && !dropped.has(name)));
}
