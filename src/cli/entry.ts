/** The entry point. Its syntax works in any Node, so that an old one gets as far as the message. */
import { describeOldNode } from '../base/node-version.ts';

const problem = describeOldNode();
if (problem === undefined) {
  import('./main.ts').then((cli) => cli.main(process.argv.slice(2)));
} else {
  console.error(`ringback: ${problem}`);
  const { pathname } = new URL('../runtime/bring-node.sh', import.meta.url);
  console.error(`To install one for Ringback only: sh ${decodeURIComponent(pathname)}`);
  console.error(
    'Or install a newer Node (https://nodejs.org), or choose one: RINGBACK_NODE=/path/to/node ringback …',
  );
  process.exit(1);
}
