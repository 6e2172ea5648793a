import type { Invocation } from '../invocation.ts';
import { writeJson, writeOut } from '../out.ts';
import { UsageError } from '../usage-error.ts';

const shells: Readonly<Record<string, () => Promise<string>>> = {
  bash: async () => (await import('../completions/bash.ts')).bashCompletions(),
  zsh: async () => (await import('../completions/zsh.ts')).zshCompletions(),
  fish: async () => (await import('../completions/fish.ts')).fishCompletions(),
};

export async function main({ positionals, json }: Invocation<'completions'>): Promise<number> {
  const [shell = ''] = positionals;
  const script = Object.hasOwn(shells, shell) ? await shells[shell]?.() : undefined;
  if (script === undefined) {
    throw new UsageError(`unknown shell '${shell}'`, `Shells: ${Object.keys(shells).join(', ')}`);
  }
  if (json) writeJson({ shell, script });
  else writeOut(script);
  return 0;
}
