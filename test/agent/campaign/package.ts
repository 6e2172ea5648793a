import { globSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';

const root = join(import.meta.dirname, '../../..');

/** A fault that is put into a source file of the agent: `from` is there once, and becomes `to`. */
export type Fault = { readonly file: string; readonly from: string; readonly to: string };

/** A package whose programs are this one's, and the host of the campaign, perhaps with faults in it. The host's path. */
export async function makePackage(folder: string, faults: readonly Fault[] = []): Promise<string> {
  mkdirSync(join(folder, 'dist'), { recursive: true });
  for (const name of ['package.json', 'bin', 'keeper', 'node_modules'])
    symlinkSync(join(root, name), join(folder, name));
  for (const name of globSync('*', { cwd: join(root, 'dist') }))
    symlinkSync(join(root, 'dist', name), join(folder, 'dist', name));
  const host = join(folder, 'dist/host.js');
  await build({
    entryPoints: [join(import.meta.dirname, 'host.ts')],
    outfile: host,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
    plugins: [planting(faults)],
  });
  return host;
}

function planting(faults: readonly Fault[]): Plugin {
  return {
    name: 'faults',
    setup({ onLoad }) {
      for (const file of new Set(faults.map((fault) => fault.file))) {
        const filter = new RegExp(`/src/agent/${file.replaceAll('.', '\\.')}$`);
        onLoad({ filter }, ({ path }) => {
          let contents = readFileSync(path, 'utf8');
          for (const { from, to } of faults.filter((fault) => fault.file === file)) {
            if (contents.split(from).length !== 2) throw new Error(`not there once in ${file}: ${from}`);
            contents = contents.replace(from, () => to);
          }
          return { contents, loader: 'ts' };
        });
      }
    },
  };
}
