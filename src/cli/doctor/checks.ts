import { checkCgroup } from './cgroup.ts';
import type { Look } from './check.ts';
import { checkDaemon } from './daemon.ts';
import { checkConfig, checkDisk, checkHome } from './home.ts';
import { checkBubblewrap, checkKeeper, checkNode, checkScope, checkShell } from './programs.ts';

/** A check that throws has failed. */
export const checks: readonly { readonly name: string; readonly look: Look }[] = [
  { name: 'node', look: checkNode },
  { name: 'keeper', look: checkKeeper },
  { name: 'shell', look: checkShell },
  { name: 'home', look: checkHome },
  { name: 'config', look: checkConfig },
  { name: 'disk', look: checkDisk },
  { name: 'daemon', look: checkDaemon },
  { name: 'cgroup', look: checkCgroup },
  { name: 'scope', look: checkScope },
  { name: 'bubblewrap', look: checkBubblewrap },
];
