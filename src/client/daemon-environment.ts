const kept =
  /^(PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_\w+|TZ|TMPDIR|XDG_\w+|DBUS_SESSION_BUS_ADDRESS|LD_LIBRARY_PATH|NODE_COMPILE_CACHE|RINGBACK_\w+)$/;
/** Where the servers of environments are, for the clients that the daemon runs. No keys: those are in their files, or in config.json. */
const addresses =
  /^(SSH_AUTH_SOCK|DOCKER_(HOST|CERT_PATH|TLS_VERIFY)|CONTAINER_HOST|KUBECONFIG|SLURM_CONF|MODAL_(SERVER_URL|CONFIG_PATH|PROFILE)|DAYTONA_(API_URL|TARGET))$/;
/** These belong to one caller, not to the daemon of all. */
const dropped = new Set([
  'RINGBACK_SESSION',
  'RINGBACK_PROCESS_ID',
  'RINGBACK_HOME',
  'RINGBACK_DELEGATE',
  'RINGBACK_DELEGATE_FAILPOINT',
]);

/** What a daemon needs of its first caller's variables. The others, keys among them, are none of its business. */
export function daemonEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isKept = (name: string) => (kept.test(name) && !dropped.has(name)) || addresses.test(name);
  return Object.fromEntries(Object.entries(env).filter(([name]) => isKept(name)));
}
