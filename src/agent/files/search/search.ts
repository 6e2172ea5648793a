import { realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as z from 'zod/mini';
import { RingbackError } from '../../../base/errors.ts';
import { compilePatterns } from '../../../output/scan/patterns.ts';
import { count, filledText, flag, text } from '../../../tools/parameters.ts';
import type { Tool } from '../../tool.ts';
import type { FileContext } from '../context.ts';
import { defineTool } from '../define-tool.ts';
import { placeOf } from '../place.ts';
import { describeFound } from './describe-found.ts';
import { namePattern } from './name-pattern.ts';
import { runSearch } from './run-search.ts';

const MOST_MATCHES = 1000;
const USUAL_MATCHES = 100;
const MOST_CONTEXT = 20;

const searchArguments = z.strictObject({
  pattern: z.exactOptional(
    text('Lines with this text, or matching /…/ or /…/i. Without it: file names only.'),
  ),
  name: z.exactOptional(filledText('Only files named so, as *.ts or src/**/*.{c,h}.')),
  path: z.exactOptional(filledText("A folder or file. Default: the conversation's folder.")),
  context: count(0, `Lines around each match, at most ${MOST_CONTEXT}.`),
  limit: count(1, `Matches, at most ${MOST_MATCHES}. Default: ${USUAL_MATCHES}.`),
  ignored: flag('Also what .gitignore excludes.', false),
});

type Options = { readonly redactSecrets: boolean; readonly searchMs: number };

/**
 * One search that is always there, rather than ripgrep where it is installed: the same answers everywhere, and a line
 * counts only if what may be shown of it matches.
 */
export function searchTool({ folder, redactor }: FileContext, { redactSecrets, searchMs }: Options): Tool {
  return defineTool({
    name: 'search',
    description:
      'Searches files by content and name, without what .gitignore excludes, .git, and binary files.',
    schema: searchArguments,
    repeat: 'harmless',
    async execute(
      { pattern, name, path = '.', context = 0, limit = USUAL_MATCHES, ignored = false },
      { signal },
    ) {
      // Refused here, before a thread is started.
      if (pattern !== undefined) compilePatterns([pattern]);
      if (name !== undefined) namePattern(name);
      if (pattern === undefined && name === undefined)
        throw new RingbackError('bad_request', 'Give a "pattern", a "name", or both.');
      const root = await realpath(placeOf(folder, path));
      const stats = await stat(root);
      const isFile = stats.isFile();
      if (!isFile && !stats.isDirectory())
        throw new RingbackError('bad_request', `${root} is neither a file nor a folder.`);
      const found = await runSearch(
        {
          root,
          isFile,
          ...(pattern !== undefined && { pattern }),
          ...(name !== undefined && { name }),
          context: Math.min(context, MOST_CONTEXT),
          limit: Math.min(limit, MOST_MATCHES),
          includesIgnored: ignored,
          redactSecrets,
          deadline: Date.now() + searchMs,
        },
        signal,
      );
      const request = { folder: isFile ? dirname(root) : root, hasPattern: pattern !== undefined, searchMs };
      return { output: describeFound(redactor, found, request), isError: false };
    },
  });
}
