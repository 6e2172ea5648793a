import { LOCAL } from '../../base/environment-name.ts';
import { RingbackError } from '../../base/errors.ts';
import { checkArguments } from '../arguments.ts';
import type { Outcome, ToolContext } from '../context.ts';
import { checkPatterns } from '../watch-patterns.ts';
import { runInBackground } from './background.ts';
import { type TerminalArguments, terminalArguments } from './definition.ts';
import { runInForeground } from './foreground.ts';
import { withoutBlocked } from './script-limits.ts';

export async function terminal(context: ToolContext, given: unknown): Promise<Outcome> {
  const asked = checkArguments(terminalArguments, given);
  const { args, ignored } = context.caller.isScript
    ? withoutBlocked(asked)
    : { args: applicable(asked), ignored: describeIgnored(asked) };
  await checkCombination(context, args);
  const outcome = await (args.background ? runInBackground(context, args) : runInForeground(context, args));
  return { ...outcome, result: { ...outcome.result, ...ignored } };
}

/** Who waits for a command in the foreground is told of nothing else. */
function applicable({ ready, ...args }: TerminalArguments): TerminalArguments {
  return args.background && ready !== undefined ? { ...args, ready } : args;
}

/** Reported, not refused: the command matters more. */
function describeIgnored(args: TerminalArguments): { ignored?: readonly string[]; ignored_note?: string } {
  if (args.background)
    return args.timeout === undefined
      ? {}
      : {
          ignored: ['timeout'],
          ignored_note: 'timeout applies to foreground commands only; use max_runtime to limit this one.',
        };
  const { notify_on_complete, watch_patterns = [], ready } = args;
  const ignored = [
    ...(notify_on_complete ? ['notify_on_complete'] : []),
    ...(watch_patterns.length > 0 ? ['watch_patterns'] : []),
    ...(ready === undefined ? [] : ['ready']),
  ];
  if (ignored.length === 0) return {};
  const note = `${ignored.join(' and ')} ignored: without background: true the command runs in the foreground, and this result is its end.`;
  return { ignored, ignored_note: note };
}

/** Checks that involve several parameters. */
async function checkCombination(
  { config, engine, caller }: ToolContext,
  args: TerminalArguments,
): Promise<void> {
  const { timeout, environment = LOCAL, background } = args;
  if (caller.sandbox && environment !== LOCAL)
    throw new RingbackError(
      'bad_request',
      'An isolated script cannot run commands in another environment: they would run outside its isolation.',
      'Call terminal with that environment yourself, not from a script.',
    );
  const most = config.foregroundLimitSeconds;
  if (!background && timeout !== undefined && timeout > most)
    throw new RingbackError(
      'bad_request',
      `"timeout" must be at most ${most} seconds.`,
      'For longer commands use background: true with notify_on_complete: true.',
    );
  checkPatterns(args);
  await engine.environments.check(environment);
}
