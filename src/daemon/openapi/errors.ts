import type { ErrorCode } from '../../base/errors.ts';
import { errors } from '../../wire/error.ts';
import type { JsonObject } from './json-schema.ts';

/** Responses by status; each status lists the codes that come with it. */
export function describeErrors(codes: readonly ErrorCode[]): JsonObject {
  const byStatus = Map.groupBy(new Set(codes), (code) => errors[code].status);
  return Object.fromEntries(
    Array.from(byStatus, ([status, some]) => [
      String(status),
      {
        description: some.map((code) => `\`${code}\`: ${errors[code].meaning}`).join('\n'),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  );
}
