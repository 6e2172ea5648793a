/** Nodes of other versions with the npm of their time, from npm. */
import { join } from 'node:path';
import { installTool, whatIsMissing } from './install.ts';

export type NodeRelease = { readonly node: string; readonly npm: string };

/** The last of their lines; the npm of the first is Debian 12's. */
export const oldNodes: readonly NodeRelease[] = [
  { node: '18.20.8', npm: '9.9.4' },
  { node: '20.20.2', npm: '10.9.9' },
];
export const fitNode: NodeRelease = { node: '24.21.0', npm: '11.19.1' };

const nodePackage = `node-linux-${process.arch}`;
const specs = ({ node, npm }: NodeRelease) => [`${nodePackage}@${node}`, `npm@${npm}`];

/** Each with what `skip` of a test should say. All are waited for before the first test begins: its file's `after` may not. */
export async function withSkip(
  releases: readonly NodeRelease[],
): Promise<readonly (NodeRelease & { readonly skip: string | false })[]> {
  return Promise.all(
    releases.map(async (release) => ({ ...release, skip: await whatIsMissing(...specs(release)) })),
  );
}

/** The folders with the programs node and npm, as a PATH. */
export async function nodePath(release: NodeRelease): Promise<string> {
  const [node = '', npm = ''] = await Promise.all(specs(release).map(installTool));
  return `${join(node, 'node_modules', nodePackage, 'bin')}:${join(npm, 'node_modules/.bin')}`;
}

export async function nodeProgram(release: NodeRelease): Promise<string> {
  const [node = ''] = (await nodePath(release)).split(':');
  return join(node, 'node');
}

const HOW_TO_REACH_IT =
  /^npm_config_(registry|cafile|ca|strict_ssl|\w*proxy|userconfig|globalconfig|cache)$/i;

/** For an npm that knows nothing of the one that runs the tests, but how the registry is reached. */
export function freshNpmEnv(): NodeJS.ProcessEnv {
  const isKept = (name: string) => !/^npm_/i.test(name) || HOW_TO_REACH_IT.test(name);
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => isKept(name)));
}
