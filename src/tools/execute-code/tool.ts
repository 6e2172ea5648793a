import { RingbackError } from '../../base/errors.ts';
import { ignoreUnknown } from '../arguments.ts';
import type { Outcome, Tool, ToolContext } from '../context.ts';
import { processDefinition } from '../process/definition.ts';
import { processTool } from '../process/process.ts';
import { terminalDefinition } from '../terminal/definition.ts';
import { terminal } from '../terminal/terminal.ts';
import { executeCode } from './execute-code.ts';
import type { CodeRequest, ScriptCall, ToolResult } from './types.ts';

/** What a script can call. */
const scriptTools: Readonly<Record<string, Tool>> = {
  terminal: ignoreUnknown(terminal, terminalDefinition),
  process: ignoreUnknown(processTool, processDefinition),
};

/** A script runs in the same folder as the session's next command would, with the same variables. */
export async function executeCodeTool(context: ToolContext, given: unknown): Promise<Outcome> {
  const { shells, caller } = context;
  const {
    call_id: processId,
    session_key: session,
    task,
    workdir,
    env: callerEnv,
    wait_limit: waitLimit,
  } = caller;
  const { cwd, env, notes } = await shells.prepare({
    session,
    callerWorkdir: workdir,
    callerEnv,
    follows: false,
    processId,
  });
  const result = await executeCode(given as CodeRequest, {
    ...context,
    call: (call) => callForScript(context, call),
    cwd,
    env,
    processId,
    session,
    ...(task !== undefined && { task }),
    ...(waitLimit !== undefined && { waitLimit }),
  });
  return { result: { ...result, ...(notes.length > 0 && { note: notes.join(' ') }) } };
}

async function callForScript(context: ToolContext, call: ScriptCall): Promise<ToolResult> {
  const tool = Object.hasOwn(scriptTools, call.tool) ? scriptTools[call.tool] : undefined;
  if (!tool)
    throw new RingbackError(
      'not_found',
      `There is no tool ${JSON.stringify(call.tool)}.`,
      'Scripts can call terminal and process.',
    );
  const { waited: _, ...caller } = context.caller;
  const outcome = await tool(
    {
      ...context,
      signal: call.signal,
      // Nothing that a script starts outlives it, and no notifications are added to results that only a script reads.
      caller: {
        ...caller,
        call_id: call.id,
        reach: 'none',
        isScript: true,
        script: context.caller.call_id,
        ...(call.sandbox && { sandbox: call.sandbox }),
      },
    },
    call.arguments,
  );
  outcome.settled?.(true);
  return outcome.result;
}
