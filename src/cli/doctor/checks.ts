import { checkCgroup } from './cgroup.ts';
import type { RunCheck } from './check.ts';
import { checkDaemon } from './daemon.ts';
import { checkConfig, checkDisk, checkHome } from './home.ts';
import { checkKept } from './kept.ts';
import { checkBubblewrap, checkKeeper, checkNode, checkScope, checkShell } from './programs.ts';

/** A check that throws has failed. */
export const checks: readonly { readonly name: string; readonly run: RunCheck }[] = [
  { name: 'node', run: checkNode },
  { name: 'keeper', run: checkKeeper },
  { name: 'shell', run: checkShell },
  { name: 'home', run: checkHome },
  { name: 'config', run: checkConfig },
  { name: 'disk', run: checkDisk },
  { name: 'daemon', run: checkDaemon },
  { name: 'programs', run: checkKept },
  { name: 'cgroup', run: checkCgroup },
  { name: 'scope', run: checkScope },
  { name: 'bubblewrap', run: checkBubblewrap },
];
