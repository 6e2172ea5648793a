/** The first thing that runs, so it is written for any Node: an old one must get as far as the message. */
const majorVersion = Number(process.versions.node.split('.')[0]);

if (majorVersion >= 24) {
  import('./main.ts').then((cli) => cli.main(process.argv.slice(2)));
} else {
  console.error(`ringback: Node 24 or newer is needed; this is ${process.version} (${process.execPath})`);
  console.error('Install one (https://nodejs.org), or name one: RINGBACK_NODE=/path/to/node ringback …');
  process.exit(1);
}
