import assert from 'node:assert/strict';
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { packageRoot } from '../../../src/base/programs.ts';
import { clients } from '../../../src/mcp/install/clients.ts';
import { preview } from '../../../src/mcp/install/install.ts';
import { Desk } from './desk.ts';

const page = readFileSync(join(packageRoot, 'docs/register.md'), 'utf8');

/** Where things are for the reader of the page: an installation for everybody. */
function asOnPage(content: string, desk: Desk): string {
  return content
    .replaceAll(desk.path('bin/ringback'), '/usr/local/bin/ringback')
    .replaceAll(process.execPath, '/usr/bin/node')
    .replaceAll(`file://${packageRoot}`, 'file:///usr/local/lib/node_modules/ringback');
}

for (const client of clients) {
  test(`docs/register.md shows what --print gives for ${client.title}`, (t) => {
    const desk = new Desk((clean) => t.after(clean));
    symlinkSync(join(packageRoot, 'bin/ringback'), desk.path('bin/ringback'));
    const { content, format } = preview(client, desk.wish());
    const section = page.split(`\n## ${client.title}\n`)[1]?.split('\n## ')[0] ?? '';
    assert.ok(section.includes(`\`\`\`${format}\n${asOnPage(content, desk)}\`\`\``), asOnPage(content, desk));
  });

  test(`docs/register.md names the files of ${client.title}`, () => {
    const row = page.split('\n').find((line) => line.startsWith(`| \`${client.name}\``)) ?? '';
    const machine = { platform: 'linux', userFolder: '~', projectFolder: '.', env: {} } as const;
    for (const files of [client.files.user, client.files.project]) {
      const [file] = files?.(machine) ?? [];
      if (file !== undefined) assert.ok(row.includes(`\`${file}\``), `${file} in ${row}`);
    }
  });
}
