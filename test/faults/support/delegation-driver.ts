/** Sends two delegates, tells them something, interrupts the second and waits for their end; a failpoint kills it somewhere. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultConfig } from '../../../src/base/config.ts';
import { type Home, openHome } from '../../../src/home/open.ts';
import { scripted } from '../../delegation/delegate-home.ts';
import { until } from '../../until.ts';

const [folder = '', request = ''] = process.argv.slice(2);
const config = { ...defaultConfig, delegateStopSeconds: 0 };
const home: Home = await openHome({
  home: folder,
  config,
  delegates: { command: scripted(() => home) },
});
const { delegation_id: id } = await home.delegations.dispatch(JSON.parse(request));
process.stdout.write('sent\n');
home.delegations.message(id, { text: 'look', client_id: 'once' });
home.delegations.interrupt(id, { task_index: 1 });
writeFileSync(join(folder, 'go-end'), '');
await until(() => home.delegations.get(id).state === 'ended', 'the end');
await until(() => home.delegations.canLeave, 'order');
process.stdout.write('ended\n');
await home.close();
