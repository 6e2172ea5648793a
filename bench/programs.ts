import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Small C programs that the measures start; Node would take longer to start than what is measured. */
const names = ['writer', 'end-stamp', 'line-stamp', 'steady'] as const;

export type Programs = Readonly<Record<(typeof names)[number], string>>;

export function compilePrograms(folder: string): Programs {
  const compiler = process.env.CC || 'cc';
  const compiled = names.map((name) => {
    const program = join(folder, name);
    const source = join(import.meta.dirname, 'programs', `${name}.c`);
    const { status, error } = spawnSync(compiler, ['-O2', '-o', program, source], { stdio: 'inherit' });
    if (status !== 0) throw new Error(`${compiler} could not compile ${source}`, { cause: error });
    return [name, program];
  });
  return Object.fromEntries(compiled) as Programs;
}
