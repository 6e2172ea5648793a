import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

type Library = Pick<typeof import('ringback'), 'Client' | 'resolveHome'>;
type Tools = Pick<typeof import('ringback/tools'), 'createTools' | 'loadToolDefinitions'>;

/**
 * Ringback itself, from the package that this file is part of, also where only a link of it is in pi's folder. By
 * `require`, since pi would translate all that an extension imports.
 */
export function loadRingback(): Library & Tools {
  const require = createRequire(realpathSync(fileURLToPath(import.meta.url)));
  const [major = 0] = process.versions.node.split('.').map(Number);
  if (major < 24 || process.versions.bun !== undefined)
    throw new Error(
      'Ringback needs a pi that runs on Node 24 or newer: npm install -g @earendil-works/pi-coding-agent',
    );
  return {
    ...(require('../../dist/index.js') as Library),
    ...(require('../../dist/tools.js') as Tools),
  };
}
