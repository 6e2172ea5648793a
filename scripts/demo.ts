/** `npm run demo`: a command outlives `kill -9` of the daemon, with its output, input and exit code, and rings. */
import { Shown } from './demo/shown.ts';

const command = `echo building…; seq 3; read -r answer; echo "you said: $answer"; exit 7`;
const shown = new Shown();

try {
  shown.say('Start a build in the background, and ask to be told when it ends.');
  const id = (await shown.type(`ringback run --stdin --notify -- '${command}'`)).trim();
  await shown.type('ringback ls');

  shown.say('Kill the daemon with SIGKILL while the build runs.');
  shown.killPrograms();

  shown.say('The build did not notice: its output is there, and it still takes input.');
  const log = await shown.type(`ringback log ${id}`);
  shown.check(log.includes('building…\n1\n2\n3\n'), 'its output is not there');
  await shown.type(`ringback submit ${id} 'yes, please'`);

  shown.say('It ends, and rings. An agent gets this as a new turn; a person reads it in the inbox.');
  const told = await shown.type('ringback inbox --follow', /^\]$/m);
  shown.check(/exit code 7/.test(told) && told.includes('you said: yes, please'), `it was told: ${told}`);
  shown.finish('output, input and exit code came through');
} finally {
  shown.end();
}
