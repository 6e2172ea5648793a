/** `node scripts/picture.ts`: runs the demos in a real terminal of Ringback's own and draws its screen to docs/*.svg. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import headless from '@xterm/headless';
import { removeFolder } from '../src/base/remove-folder.ts';
import { openEngine } from '../src/engine/engine.ts';

const size = { cols: 124, rows: 40 };
const cell = { width: 8.43, height: 18 };
const colours = ['#1d2021', '#fb4934', '#8ec07c', '#fabd2f', '#83a598', '#d3869b', '#7fc8c0', '#ebdbb2'];
const pictures = {
  demo: 'A build outlives kill -9 of the daemon, and its end is told',
  'demo-agent':
    'An agent starts a build and sleeps; it and the daemon are killed with -9; the build rings, and it reports',
  'demo-delegates':
    'An agent sends off three others and is told once what they found; a goal waits for a test run and is reached',
};
const root = join(import.meta.dirname, '..');
const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

async function record(demo: string): Promise<Buffer> {
  const home = mkdtempSync(join(tmpdir(), 'ringback-picture-'));
  try {
    await using engine = await openEngine({ home });
    const env = { ...process.env, TERM: 'xterm-256color', NO_COLOR: '' } as Record<string, string>;
    const command = `${JSON.stringify(process.execPath)} scripts/${demo}.ts`;
    const { id } = await engine.start({ command, cwd: root, env, pty: true, size });
    const { process: ended, output } = await engine.wait(id);
    const { life } = ended;
    if (life.state !== 'exited' || life.exit.exitCode !== 0) throw new Error(`the demo failed: ${output}`);
    const bytes: Buffer[] = [];
    for await (const piece of engine.readRaw(id, { from: 0, to: engine.end(id) }))
      if (piece.type === 'output') bytes.push(piece.bytes);
    return Buffer.concat(bytes);
  } finally {
    removeFolder(home);
  }
}

/** Runs of cells that look the same become one <tspan> each. */
function drawLine(
  line: NonNullable<ReturnType<InstanceType<typeof headless.Terminal>['buffer']['active']['getLine']>>,
): string {
  let drawn = '';
  let open = '';
  for (let x = 0; x < line.length; x++) {
    const at = line.getCell(x);
    if (!at || at.getWidth() === 0) continue;
    const fill = at.isFgPalette() ? (colours[at.getFgColor() % 8] ?? '') : '';
    const style = `${fill && ` fill="${fill}"`}${at.isBold() ? ' font-weight="bold"' : ''}${at.isDim() ? ' opacity="0.6"' : ''}`;
    if (style !== open) {
      drawn += `${open && '</tspan>'}${style && `<tspan${style}>`}`;
      open = style;
    }
    drawn += escapeXml(at.getChars() || ' ');
  }
  return `${drawn.trimEnd()}${open && '</tspan>'}`;
}

async function draw(demo: string, label: string): Promise<void> {
  const terminal = new headless.Terminal({ ...size, allowProposedApi: true });
  const bytes = await record(demo);
  await new Promise<void>((resolve) => terminal.write(bytes, resolve));
  const rows: string[] = [];
  for (let y = 0; y < terminal.buffer.active.length; y++) {
    const line = terminal.buffer.active.getLine(y);
    rows.push(line ? drawLine(line) : '');
  }
  while (rows.at(-1) === '') rows.pop();
  while (rows[0] === '') rows.shift();
  const width = Math.ceil(size.cols * cell.width + 32);
  const height = rows.length * cell.height + 32;
  const text = rows.map((row, y) => `<text x="16" y="${28 + y * cell.height}">${row}</text>`).join('\n');
  writeFileSync(
    join(root, `docs/${demo}.svg`),
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" role="img" aria-label="${label}">
<rect width="100%" height="100%" rx="8" fill="#1d2021"/>
<g font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, monospace" font-size="14" fill="#ebdbb2" xml:space="preserve">
${text}
</g>
</svg>
`,
  );
}

const [only] = process.argv.slice(2);
for (const [demo, label] of Object.entries(pictures))
  if (only === undefined || only === demo) await draw(demo, label);
