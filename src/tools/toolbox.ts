import type { Config } from '../base/config.ts';
import { RingbackError } from '../base/errors.ts';
import { renderText } from '../notify/render.ts';
import { createRedactor } from '../redact/redactor.ts';
import type { PromptAnswer, ToolName, WireTask, WireToolAnswer, WireToolCall } from '../wire/tool.ts';
import { ignoreUnknown } from './arguments.ts';
import type { Outcome, Tool, ToolContext, ToolServices } from './context.ts';
import { delegateDefinition } from './delegate/definition.ts';
import { delegateTool } from './delegate/delegate.ts';
import { deliveryOf } from './delivery.ts';
import { toErrorResult } from './error-result.ts';
import { executeCodeDefinition } from './execute-code/definition.ts';
import { executeCodeTool } from './execute-code/tool.ts';
import { Interrupts } from './interrupts.ts';
import { leasePiggybacked } from './piggybacked.ts';
import { processDefinition } from './process/definition.ts';
import { processTool } from './process/process.ts';
import { Shells } from './shell/shells.ts';
import { answerTask, cancelTask, getTask, toWireTask } from './task.ts';
import { terminalDefinition } from './terminal/definition.ts';
import { terminal } from './terminal/terminal.ts';
import { createViews, type Views } from './view/views.ts';
import { wakeDefinition } from './wake/definition.ts';
import { wakeTool } from './wake/wake.ts';

const tools: Readonly<Record<ToolName, Tool>> = {
  terminal: ignoreUnknown(terminal, terminalDefinition),
  process: ignoreUnknown(processTool, processDefinition),
  execute_code: ignoreUnknown(executeCodeTool, executeCodeDefinition),
  wake: ignoreUnknown(wakeTool, wakeDefinition),
  delegate: ignoreUnknown(delegateTool, delegateDefinition),
};

export type ToolAnswer = {
  readonly answer: WireToolAnswer;
  /** Called once: the result was sent, or the caller disconnected before. */
  settled(wasSent: boolean): void;
};

type ToolboxOptions = Pick<
  ToolServices,
  'home' | 'engine' | 'notifier' | 'wakeUps' | 'delegations' | 'switchboard'
> & {
  readonly config: Config;
  /** Whether something of a session runs or is to come: what is kept for it must stay. */
  isActive(session: string): boolean;
};

/** The tools of one home. */
export class Toolbox {
  readonly #services: ToolServices;

  constructor({
    home,
    engine,
    notifier,
    wakeUps,
    delegations,
    config,
    switchboard,
    isActive,
  }: ToolboxOptions) {
    const redactor = createRedactor({ enabled: config.redactSecrets });
    this.#services = {
      home,
      engine,
      notifier,
      wakeUps,
      delegations,
      config,
      redactor,
      shells: new Shells({ home, config, isActive }),
      views: createViews({ engine, redactor, config }),
      interrupts: new Interrupts(),
      switchboard,
    };
  }

  get config(): Config {
    return this.#services.config;
  }

  /** What may be shown of a process, on every surface. */
  get views(): Views {
    return this.#services.views;
  }

  call(name: ToolName, call: WireToolCall, signal: AbortSignal): Promise<ToolAnswer> {
    return callTool(this.#services, name, call, signal);
  }

  getTask(id: string) {
    return getTask(this.#services, id);
  }

  /** Whether it was typed. */
  async answerTask(id: string, answer: PromptAnswer): Promise<boolean> {
    return answerTask(this.#services, id, answer);
  }

  cancelTask(id: string): Promise<WireTask> {
    return cancelTask(this.#services, id);
  }

  /** The user sent a message: waits of this session return. Returns how many. */
  interrupt(session: string): number {
    return this.#services.interrupts.interrupt(session);
  }

  /** Takes the session's folder and exports along. */
  moveSession(from: string, to: string): void {
    this.#services.shells.moveSession(from, to);
  }
}

/** One call of a tool, from the model's arguments to its result. */
async function callTool(
  services: ToolServices,
  name: ToolName,
  { arguments: given, acknowledge = [], ringer, ...caller }: WireToolCall,
  signal: AbortSignal,
): Promise<ToolAnswer> {
  if (acknowledge.length > 0) services.notifier.dispatcher.acknowledge(acknowledge);
  if (ringer) services.switchboard.register(caller.session_key, ringer);
  const context: ToolContext = { ...services, caller, signal };
  const outcome = await runTool(name, tools[name], context, given);
  const piggybacked = leasePiggybacked(context);
  const result = {
    // First: a client that cuts long results cuts the end.
    ...(piggybacked && { notifications: piggybacked.notifications.map((one) => renderText(one.event)) }),
    ...withoutSecrets(services, outcome.result),
    ...(!('delivery' in outcome.result) && { delivery: deliveryOf(context) }),
  };
  const shown =
    outcome.shows === undefined ? undefined : services.notifier.dispatcher.leaseEnd(outcome.shows);
  const riding = [...(piggybacked?.notifications.map((one) => one.id) ?? []), ...(shown ? [shown] : [])];
  return {
    answer: {
      result,
      is_error: outcome.result.error !== undefined && outcome.result.error !== null,
      riding,
      ...(outcome.promised && { task: toWireTask(context, outcome.promised) }),
    },
    settled(wasSent) {
      if (!wasSent) services.notifier.dispatcher.giveBack(riding);
      outcome.settled?.(wasSent);
    },
  };
}

/** Messages name folders and arguments, which may contain a secret; output is redacted where it is read. */
function withoutSecrets({ redactor }: ToolServices, result: Outcome['result']): Outcome['result'] {
  const named = Object.entries(result).flatMap(([name, value]) =>
    ['cwd', 'note', 'error'].includes(name) && typeof value === 'string'
      ? [[name, redactor.redact(value)]]
      : [],
  );
  return { ...result, ...Object.fromEntries(named) };
}

async function runTool(name: ToolName, tool: Tool, context: ToolContext, given: unknown): Promise<Outcome> {
  try {
    return await tool(context, given);
  } catch (error) {
    // A caller that disconnected gets no answer; its client asks another daemon.
    if (!(error instanceof RingbackError) || context.signal.aborted) throw error;
    return { result: toErrorResult(name, error) };
  }
}
