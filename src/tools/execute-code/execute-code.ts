import { RingbackError } from '../../base/errors.ts';
import { checkArguments } from '../arguments.ts';
import { toErrorResult } from '../error-result.ts';
import { codeArguments } from './definition.ts';
import { describeEnd } from './describe-end.ts';
import { findIsolation, findProgram } from './isolation.ts';
import { runScript } from './run-script.ts';
import { shortenPaths } from './traces.ts';
import type { CodeEnvironment, CodeLanguage, CodeRequest } from './types.ts';
import { makeWorkspace } from './workspace.ts';

export { executeCodeDefinition } from './definition.ts';
export type { CodeEnvironment, CodeRequest, ScriptCall } from './types.ts';

const largestCode = 1024 * 1024;

/** Runs a script and returns the model's result; an invalid request is a result too. */
export async function executeCode(
  request: CodeRequest,
  environment: CodeEnvironment,
): Promise<Record<string, unknown>> {
  try {
    return await run(checkRequest(request, environment), environment);
  } catch (error) {
    if (error instanceof RingbackError) return toErrorResult('execute_code', error);
    throw error;
  }
}

type Checked = {
  readonly language: CodeLanguage;
  readonly code: string;
  readonly seconds: number;
  readonly python: string;
};

function checkRequest(request: unknown, { config, env, waitLimit }: CodeEnvironment): Checked {
  const { language, code, timeout } = checkArguments(codeArguments, request);
  const most = config.codeTimeoutLimitSeconds;
  if (timeout !== undefined && timeout > most)
    throw new RingbackError(
      'bad_request',
      `"timeout" must be at most ${most}.`,
      'Start longer commands with terminal(background=true).',
    );
  if (Buffer.byteLength(code) > largestCode)
    throw new RingbackError('bad_request', 'The script is larger than 1 MiB.', 'Put its data into a file.');
  const python = language === 'python' ? findProgram('python3', env.PATH ?? '') : '';
  if (python === undefined)
    throw new RingbackError(
      'bad_request',
      'python3 is not installed here (not on the PATH).',
      'Write the script in javascript or typescript, or install it.',
    );
  const usual = Math.min(config.codeTimeoutSeconds, most, waitLimit ?? most);
  return { language, code, seconds: timeout ?? usual, python };
}

async function run(checked: Checked, environment: CodeEnvironment): Promise<Record<string, unknown>> {
  const { home, processId: id, cwd, config, env, engine, views } = environment;
  refuseRepetition(environment);
  const { language, seconds } = checked;
  const workspace = makeWorkspace({ ...checked, home, id, cwd, memoryBytes: config.codeMemoryBytes });
  const { folder } = workspace;
  const isolation = await findIsolation({ cwd, folder, home, env, config });
  const end = await runScript(workspace, isolation, seconds, environment);
  const { output, truncated } = views.whole(end.process, config.outputCharacters);
  // The result says how to read the rest, so it must be kept.
  if (truncated) engine.putInBackground(end.process.id);
  await workspace.remove();
  return {
    output: shortenPaths(output, folder),
    ...describeEnd(end, language, output, config),
    ...(truncated && { truncated: true, session_id: end.process.id }),
    isolation: isolation.name,
    isolation_note: isolation.note,
  };
}

/** A repeated call: its script was ended with the daemon that ran it, and must not run twice. */
function refuseRepetition({ engine, processId }: CodeEnvironment): void {
  if (!isKnown(engine, processId)) return;
  throw new RingbackError(
    'gone',
    'Ringback was restarted while this script ran, and the script was ended with everything it had started.',
    'Check how far it got before you run it again.',
  );
}

function isKnown(engine: CodeEnvironment['engine'], id: string): boolean {
  try {
    engine.get(id);
    return true;
  } catch {
    return false;
  }
}
