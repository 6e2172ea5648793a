/** Where commands can be run. */
import * as z from 'zod/mini';
import { anyText, count, duration, flag, list } from './kinds.ts';
import { field, maybe, message, object } from './message.ts';

export const wireEnvironment = message('Environment', () => ({
  name: field(anyText, 'As it is called in config.json; `local` is this machine.'),
  type: field(anyText, 'Its kind.'),
  where: field(anyText, 'The host, container or image that it stands for.'),
  state: field(
    z.enum(['unused', 'connected', 'unreachable', 'wrong']),
    'What is known without connecting. `unreachable`: it did not answer and is tried again; `wrong`: its entry is.',
  ),
  detail: field(anyText, 'What was found.'),
  running: field(count, 'How many processes there have not ended.'),
}));
export type WireEnvironment = z.output<typeof wireEnvironment>;

export const wireEnvironments = message('EnvironmentList', () => ({
  environments: field(list(wireEnvironment), 'This machine first.'),
}));
export type WireEnvironments = z.output<typeof wireEnvironments>;

export const TEST_SECONDS = 60;

export const testRequest = object(() => ({
  timeout: maybe(duration, `Seconds to wait. Default: ${TEST_SECONDS}.`),
}));
export type TestRequest = z.output<typeof testRequest>;

export const wireTestStep = object(() => ({
  name: field(anyText, 'What was looked at.'),
  is_fine: field(flag, 'Whether it is in order.'),
  detail: field(anyText, 'What was found.'),
  ms: field(count, 'How long it took, in milliseconds.'),
  hint: maybe(anyText, 'What to do next.'),
  agents: maybe(
    list(
      object(() => ({
        kind: field(anyText, 'What it is called as `to` of a delegation.'),
        version: field(anyText, 'Empty where it did not tell.'),
      })),
    ),
    'Of the step `agents`: those that are installed there.',
  ),
}));
export type WireTestStep = z.output<typeof wireTestStep>;

export const wireEnvironmentTested = message('EnvironmentTested', () => ({
  is_fine: field(flag, 'Whether it is in order.'),
  steps: field(list(wireTestStep), 'One after the other; the last one failed, where one did.'),
}));
export type WireEnvironmentTested = z.output<typeof wireEnvironmentTested>;
