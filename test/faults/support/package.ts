import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { aliases } from '../../../scripts/aliases.ts';

const root = join(import.meta.dirname, '../../..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** A change of a source file below src/: `from` is there once, and becomes `to`. */
export type Fault = { readonly file: string; readonly from: string; readonly to: string };

/** A daemon that lets a program rest that is killed again and again would be all that a campaign waits for. */
const restless: Fault = {
  file: 'system/life.ts',
  from: 'failures === 0 ? 0 : backoffMs(failures - 1, random)',
  to: 'failures === 0 ? 0 : 20 * (1 + random)',
};

/** Who comes to a failpoint dies there if that is wished. */
const mortal: Fault = {
  file: 'base/failpoint.ts',
  from: 'if (name !== armedName) return;',
  to: 'return dieIfWished(name);',
};
const importing: Fault = {
  file: 'base/failpoint.ts',
  from: 'let passesLeft',
  to: `import { dieIfWished } from ${JSON.stringify(join(import.meta.dirname, 'wish.ts'))};\nlet passesLeft`,
};

/** A whole package in this folder, whose daemon is restless, and whose programs perhaps have faults. */
export async function makePackage(
  folder: string,
  faults: readonly Fault[] = [],
  programs: readonly string[] = ['daemon', 'agent'],
): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const types = join(root, 'dist/types');
  cpSync(join(root, 'dist'), join(folder, 'dist'), { recursive: true, filter: (path) => path !== types });
  cpSync(join(root, 'bin'), join(folder, 'bin'), { recursive: true });
  for (const name of ['package.json', 'keeper', 'node_modules', 'runtime'])
    symlinkSync(join(root, name), join(folder, name));
  for (const program of programs)
    await bundleWith(join(root, 'src', program, 'main.ts'), join(folder, 'dist', `${program}.js`), faults);
  return folder;
}

/** A program whose failpoints are deadly where that is wished. */
export async function bundleWith(
  source: string,
  outfile: string,
  faults: readonly Fault[] = [],
): Promise<void> {
  await build({
    entryPoints: [source],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
    define: { RINGBACK_VERSION: JSON.stringify(version) },
    external: ['@kubernetes/*', 'modal', '@daytona*', 'dockerode', 'ws'],
    absWorkingDir: root,
    alias: aliases,
    plugins: [planting([restless, mortal, importing, ...faults])],
  });
}

function planting(faults: readonly Fault[]): Plugin {
  return {
    name: 'faults',
    setup({ onLoad }) {
      onLoad({ filter: /\/src\/.*\.ts$/ }, ({ path }) => {
        const here = faults.filter(({ file }) => file === relative(join(root, 'src'), path));
        if (here.length === 0) return undefined;
        const contents = here.reduce(plant, readFileSync(path, 'utf8'));
        return { contents, loader: 'ts' };
      });
    },
  };
}

function plant(contents: string, { file, from, to }: Fault): string {
  if (contents.split(from).length !== 2) throw new Error(`not there once in ${file}: ${from}`);
  return contents.replace(from, () => to);
}

/** Fails where the sources have changed, and it can no longer be planted. */
export function checkFault(fault: Fault): void {
  plant(readFileSync(join(root, 'src', fault.file), 'utf8'), fault);
}
