import { RingbackError } from '../../base/errors.ts';
import { LOCAL } from '../../engine/hosts.ts';
import { checkArguments } from '../arguments.ts';
import type { Outcome, ToolContext } from '../context.ts';
import { checkPatterns } from '../wishes.ts';
import { runInBackground } from './background.ts';
import { type TerminalArguments, terminalArguments } from './definition.ts';
import { runInForeground } from './foreground.ts';
import { withoutBlocked } from './script-limits.ts';

export async function terminal(context: ToolContext, given: unknown): Promise<Outcome> {
  const asked = checkArguments(terminalArguments, given);
  const { args, ignored } = context.caller.isScript ? withoutBlocked(asked) : { args: asked, ignored: {} };
  await checkTogether(context, args);
  const outcome = await (args.background ? runInBackground(context, args) : runInForeground(context, args));
  return { ...outcome, result: { ...outcome.result, ...ignored } };
}

/** What no single parameter can say. */
async function checkTogether(
  { config, engine, caller }: ToolContext,
  args: TerminalArguments,
): Promise<void> {
  const { timeout, environment = LOCAL, background } = args;
  if (caller.sandbox && environment !== LOCAL)
    throw new RingbackError(
      'bad_request',
      'An isolated script cannot run commands in another environment: that would be outside of its isolation.',
      'Call terminal with that environment yourself, not from a script.',
    );
  const most = config.foregroundLimitSeconds;
  if (!background && timeout !== undefined && timeout > most)
    throw new RingbackError(
      'bad_request',
      `"timeout" must be at most ${most} seconds.`,
      'For something that takes longer use background: true with notify_on_complete: true.',
    );
  checkPatterns(args);
  await engine.environments.check(environment);
}
