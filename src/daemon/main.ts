/** The daemon as it is started in the background: `daemon.js --home DIR [--listen ADDRESS] [--ready-fd N]`. */
import { parseArgs } from 'node:util';
import { resolveHome } from '../base/home.ts';
import { tell, toReadyMessage } from '../transport/ready.ts';
import { runDaemon } from './run-daemon.ts';

const { values } = parseArgs({
  options: { home: { type: 'string' }, listen: { type: 'string' }, 'ready-fd': { type: 'string' } },
});
const readyFd = values['ready-fd'] === undefined ? undefined : Number(values['ready-fd']);
const home = resolveHome(values.home);

// It must not keep a folder busy that somebody wants to remove or unmount.
process.chdir('/');

try {
  await runDaemon({
    home,
    listen: values.listen,
    stays: false,
    onReady: () => tell(readyFd, { ready: true }),
  });
  process.exit(0);
} catch (error) {
  tell(readyFd, toReadyMessage(error));
  process.exit(1);
}
