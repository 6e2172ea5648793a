import * as z from 'zod/mini';
import { isProcessId } from '../../../base/ids.ts';
import type { ToolName } from '../../../wire/tool-types.ts';
import { duration, filledText, text } from '../../parameters.ts';
import { type Route, route } from '../../route.ts';

/** One route per tool: what an agent calls. */
export const toolRoutes: readonly Route[] = (['terminal', 'process', 'execute_code'] as const).map(toolRoute);

function toolRoute(name: ToolName): Route {
  return route({
    method: 'POST',
    path: `/v1/tools/${name}`,
    body: z.strictObject({
      /** As the model wrote them: the tool checks them itself, for its errors teach. */
      arguments: z.unknown(),
      session_key: text,
      task: z.exactOptional(text),
      workdir: filledText,
      env: z.record(text.check(z.regex(/^[^=]+$/, 'is no name of a variable')), text),
      call_id: z.string().check(z.refine(isProcessId, 'must be proc_ and 12 hex digits')),
      wait_limit: z.exactOptional(duration),
      waited: z.exactOptional(duration),
      reach: z.enum(['task', 'subscribed', 'ride', 'none']),
      is_unseen: z.exactOptional(z.boolean()),
      acknowledges: z.exactOptional(z.boolean()),
      ringer: z.exactOptional(
        z.strictObject({ kind: filledText, settings: z.record(z.string(), z.unknown()) }),
      ),
      acknowledge: z.exactOptional(z.array(filledText)),
    }),
    async answer({ tools, body, signal }) {
      const { answer, settled } = await tools.call(name, body, signal);
      return { status: 200, body: answer, settled };
    },
  });
}
