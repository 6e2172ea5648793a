/** The agent as it is started in the background: `agent.js --home DIR`. */
import { parseArgs } from 'node:util';
import { resolveHome } from '../base/home.ts';
import { runAgent } from './program/run-agent.ts';

const { values } = parseArgs({ options: { home: { type: 'string' } } });
const variables = Object.fromEntries(
  Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
);

// It must not keep a folder busy that somebody wants to remove or unmount.
process.chdir('/');

/** As a shell shows the end by SIGTERM. */
const ENDED_AT_WORK = 143;

const report = (error: unknown) => {
  const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`${new Date().toISOString()} ${words}\n`);
};

try {
  // The daemon takes 0 for a word that nothing is left to do (src/system/life.ts).
  process.exit((await runAgent({ home: resolveHome(values.home), variables, report })) ? 0 : ENDED_AT_WORK);
} catch (error) {
  report(error);
  process.exit(1);
}
