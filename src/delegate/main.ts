/** A delegate, as the daemon starts it: `delegate.js --home DIR --id proc_…`. It exits 0 when it has left a result. */
import { parseArgs } from 'node:util';
import { resolveHome } from '../base/home.ts';
import { runDelegate } from './run-delegate.ts';

const { values } = parseArgs({ options: { home: { type: 'string' }, id: { type: 'string' } } });
const variables = Object.fromEntries(
  Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
);
// Its keeper may be gone: the result matters, not who looks.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
const report = (error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
};
process.on('unhandledRejection', report);

try {
  await runDelegate({
    home: resolveHome(values.home),
    processId: values.id ?? process.env.RINGBACK_DELEGATE ?? '',
    variables,
    print: (text) => process.stdout.write(text),
  });
  process.exit(0);
} catch (error) {
  report(error);
  process.exit(1);
}
