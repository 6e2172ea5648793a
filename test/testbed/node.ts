/** Nodes of other versions, from npm. */
import { join } from 'node:path';
import { installTool, whatIsMissing } from './install.ts';

const spec = (version: string) => `node-linux-${process.arch}@${version}`;

/** The last of their lines. */
export const OLD_NODES = ['18.20.8', '20.20.2'] as const;

/** For `skip` of a test. */
export function whichNodeIsMissing(...versions: string[]): Promise<string | false> {
  return whatIsMissing(...versions.map(spec));
}

/** The folder with the program `node`. */
export async function nodeFolder(version: string): Promise<string> {
  return join(await installTool(spec(version)), `node_modules/node-linux-${process.arch}/bin`);
}
