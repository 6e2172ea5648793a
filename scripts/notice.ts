/** dist/NOTICE.md: the licences of everything that is in the bundle and is not ours. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';

export function makeNotice(root: string, { inputs }: Metafile): string {
  const rules = readFileSync(join(root, 'src/redact/NOTICE.md'), 'utf8').trimEnd();
  const packages = new Set(
    Object.keys(inputs).flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []),
  );
  return `${[rules, ...[...packages].sort().map((path) => describe(join(root, path)))].join('\n\n')}\n`;
}

function describe(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<
    string,
    string | undefined
  >;
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  if (!file && !license) throw new Error(`${folder} has no licence to put into dist/NOTICE.md`);
  const text = file ? readFileSync(join(folder, file), 'utf8').trim() : `Licence: ${license}`;
  return `# ${name} ${version}\n\n${text.replaceAll(/^/gm, '> ')}`;
}
