/** Hints never block: a wrong one costs a line. */

/** Detaches from the shell: its output, exit code and notification are then lost. */
const backgroundsItself = [
  /(^|[;&|(]\s*)(nohup|setsid|disown)\b/,
  // A single & at the end or before the next command, not && or >& or &>.
  /(^|[^&>|\\])&(?![&>\d])\s*($|[\n;)]|\w)/,
];

/** Programs that are meant to keep running. */
const servers = [
  /\b(npm|pnpm|yarn|bun)\s+(run\s+)?(dev|start|serve|watch|preview)\b/,
  /\b(next|nuxt|astro|remix)\s+(dev|start)\b/,
  /\b(vite|webpack-dev-server|nodemon|live-server|http-server|json-server)\b(?!.*\bbuild\b)/,
  /\bpython3?\s+-m\s+(http\.server|uvicorn|gunicorn|flask\s+run)\b/,
  /\b(uvicorn|gunicorn|hypercorn|daphne|waitress-serve)\s/,
  /\bflask\s+run\b/,
  /\bmanage\.py\s+runserver\b/,
  /\b(rails|bin\/rails)\s+(s|server)\b/,
  /\bphp\s+-S\b|\bartisan\s+serve\b/,
  /\b(docker|podman)(-|\s+)compose\s+up\b(?!.*\s(-d|--detach)\b)/,
  /\b(tail|journalctl|kubectl\s+logs)\b.*\s(-f|-F|--follow)\b/,
  /\b(redis-server|mongod|postgres|nginx|caddy\s+run|ngrok|jupyter(-|\s+)(lab|notebook)|tensorboard)\b/,
  /(^|\s)(watch|top|htop)\s/,
  /\s--watch\b/,
];

/** For a command in the foreground. */
export function shellHint(command: string): { hint?: string } {
  const plain = withoutQuoted(command);
  if (backgroundsItself.some((shape) => shape.test(plain)))
    return {
      hint: 'This command puts something in the background itself: its output and exit code are not kept, and nothing will be reported. Use background: true instead of nohup, setsid or &.',
    };
  if (servers.some((shape) => shape.test(plain)))
    return {
      hint: 'This looks like a command that does not end by itself. Use background: true with ready: the port on which it listens (":3000"), or the text that shows that it is up.',
    };
  return {};
}

/** Removes quoted text and comments, which this shell does not run. */
function withoutQuoted(command: string): string {
  return command
    .replace(/'[^']*'/g, "''")
    .replace(/"(\\.|[^"\\])*"/g, '""')
    .replace(/(^|\s)#.*$/gm, '$1');
}
