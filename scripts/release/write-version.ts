import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UNRELEASED } from './state.ts';

/** Every place where the version stands, as a text before and after it. */
const places: Readonly<Record<string, (text: string, version: string, day: string) => string>> = {
  'package.json': (text, version) => text.replace(/^( {2}"version": ")[^"]*/m, `$1${version}`),
  // At the top, and of the package itself.
  'package-lock.json': (text, version) =>
    text.replace(
      /^((?:.*\n){0,12}? *"version": ")[^"]*((?:.*\n){0,12}? *"version": ")[^"]*/,
      `$1${version}$2${version}`,
    ),
  'plugins/claude-code/.claude-plugin/plugin.json': (text, version) =>
    text.replace(/("version": ")[^"]*/, `$1${version}`),
  'clients/python/pyproject.toml': (text, version) => text.replace(/^(version = ")[^"]*/m, `$1${version}`),
  'README.md': (text, version) => text.replace(/ringback-\d+\.\d+\.\d+\.tgz/g, `ringback-${version}.tgz`),
  'CHANGELOG.md': (text, version, day) => text.replace(UNRELEASED, `## ${version} (${day})`),
};

/** The files that were written. */
export function writeVersion(root: string, version: string, now: Date): string[] {
  const day = now.toISOString().slice(0, 10);
  for (const [name, change] of Object.entries(places)) {
    const path = join(root, name);
    const text = change(readFileSync(path, 'utf8'), version, day);
    if (!text.includes(version)) throw new Error(`${name} has no place for the version any more`);
    writeFileSync(path, text);
  }
  return Object.keys(places);
}
