import * as z from 'zod/mini';
import type {
  WireEnvironment,
  WireEnvironments,
  WireEnvironmentTested,
  WireTestStep,
} from '../../../wire/environment-types.ts';
import type { Shape } from '../shape.ts';
import { count, flag, list, maybe, text } from './kinds.ts';

export const environment = z.strictObject({
  name: text,
  type: text,
  where: text,
  state: z.enum(['unused', 'connected', 'unreachable', 'wrong']),
  detail: text,
  running: count,
} satisfies Shape<WireEnvironment>);

export const environments = z.strictObject({
  environments: list(environment),
} satisfies Shape<WireEnvironments>);

const step = z.strictObject({
  name: text,
  is_fine: flag,
  detail: text,
  ms: count,
  hint: maybe(text),
} satisfies Shape<WireTestStep>);

export const tested = z.strictObject({
  is_fine: flag,
  steps: list(step),
} satisfies Shape<WireEnvironmentTested>);
