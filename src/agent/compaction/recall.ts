import * as z from 'zod/mini';
import { described } from '../../base/schema.ts';
import { defineTool } from '../files/define-tool.ts';
import type { Store } from '../store/store.ts';
import type { Tool } from '../tool.ts';
import { searchConversation } from './search.ts';

const MOST_FOUND = 20;

/** Finds the exact words that a summary stands for. */
export function recallTool(store: Store, conversation: string): Tool {
  return defineTool({
    name: 'recall',
    description:
      'Searches the exact text of this conversation, also the older part that a summary stands for: what was said, called and answered. The latest matches first.',
    schema: z.strictObject({
      pattern: described(
        z.string().check(z.minLength(1)),
        'Text, whatever its case, or a regular expression as /…/ or /…/i.',
      ),
    }),
    repeat: 'harmless',
    async execute({ pattern }) {
      const found = searchConversation(store, conversation, pattern, MOST_FOUND);
      const lines = found.map(({ kind, position, text }) => `[${position}, ${kind}] ${text}`);
      return { output: lines.join('\n\n') || 'Nothing was found.', isError: false };
    },
  });
}
