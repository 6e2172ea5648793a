/** The first thing that runs, so it is written for any Node: an old one must get as far as the message. */
import { describeOldNode } from '../base/node-version.ts';

const problem = describeOldNode();
if (problem === undefined) {
  import('./main.ts').then((cli) => cli.main(process.argv.slice(2)));
} else {
  console.error(`ringback: ${problem}`);
  const { pathname } = new URL('../runtime/bring-node.sh', import.meta.url);
  console.error(`Bring one for Ringback alone: sh ${decodeURIComponent(pathname)}`);
  console.error('Or install one (https://nodejs.org), or name one: RINGBACK_NODE=/path/to/node ringback …');
  process.exit(1);
}
