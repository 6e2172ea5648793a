import { largestMessage } from '../channel.ts';

export type RuntimeOptions = {
  /** The script's private folder, and the script in it. */
  readonly folder: string;
  readonly script: string;
  /** Where the script works: imports are resolved from here. */
  readonly cwd: string;
  readonly memoryBytes: number;
};

/**
 * The module `ringback` of a script in JavaScript. Node loads it first (`--import`): it also makes the tools global, so
 * that a script needs no import, and resolves imports as if the script were in its working folder. The connection does
 * not keep the script alive unless a call is pending; when the daemon is gone the script ends.
 */
export function javascriptModule({ folder, script, cwd }: RuntimeOptions): string {
  return String.raw`
const { registerHooks, createRequire } = process.getBuiltinModule('node:module');
const { pathToFileURL } = process.getBuiltinModule('node:url');
const { openSync } = process.getBuiltinModule('node:fs');
const { connect } = process.getBuiltinModule('node:net');
const { isMainThread } = process.getBuiltinModule('node:worker_threads');

const folder = ${JSON.stringify(folder)};
const scriptUrl = pathToFileURL(folder + '/' + ${JSON.stringify(script)}).href;
const besideScript = pathToFileURL(${JSON.stringify(cwd)} + '/script.mjs').href;
const pending = new Map();
let lastId = 0;
let socket;

export class CallLimitError extends Error {
  name = 'CallLimitError';
}

export function callTool(tool, args = {}) {
  return new Promise((resolve, reject) => {
    const id = ++lastId;
    const message = JSON.stringify({ id, tool, arguments: args }) + '\n';
    if (Buffer.byteLength(message) > ${largestMessage}) {
      reject(new RangeError('A tool call must be smaller than 1 MiB; write large data to a file.'));
      return;
    }
    socket ??= open();
    pending.set(id, { resolve, reject });
    socket.ref();
    socket.write(message);
  });
}

export function terminal(command, more) {
  return callTool('terminal', typeof command === 'string' ? { command, ...more } : command);
}

export function processes(action, more) {
  return callTool('process', typeof action === 'string' ? { action, ...more } : action);
}

function open() {
  const direct = folder + '/calls';
  // A socket's address holds about 100 bytes; a deep folder is reached through a descriptor.
  const path = Buffer.byteLength(direct) <= 100 ? direct : '/proc/self/fd/' + openSync(folder, 'r') + '/calls';
  const made = connect(path);
  let rest = [];
  made.unref();
  made.setEncoding('utf8');
  made.on('data', (text) => {
    const lines = text.split('\n');
    if (lines.length === 1) {
      rest.push(text);
      return;
    }
    lines[0] = rest.join('') + lines[0];
    rest = [lines.pop()];
    for (const line of lines) settle(JSON.parse(line));
  });
  made.on('error', () => {});
  made.on('close', () => {
    if (isMainThread) {
      process.stderr.write('ringback: lost the connection to the daemon; the script ends.\n');
      process.exit(1);
    }
    for (const { reject } of pending.values()) reject(new Error('Lost the connection to the daemon.'));
    pending.clear();
  });
  return made;
}

function settle({ id, result, refused }) {
  const call = pending.get(id);
  pending.delete(id);
  if (pending.size === 0) socket.unref();
  if (refused === undefined) call?.resolve(result);
  else call?.reject(new CallLimitError(refused));
}

registerHooks({
  resolve(specifier, context, next) {
    if (context.parentURL !== scriptUrl) return next(specifier, context);
    if (specifier === 'ringback') return { url: import.meta.url, shortCircuit: true };
    return next(specifier, { ...context, parentURL: besideScript });
  },
});

if (isMainThread) socket = open();
Object.assign(globalThis, { terminal, processes, callTool, CallLimitError, require: createRequire(besideScript) });
`.trimStart();
}
