import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { removeFolder } from '../../src/base/remove-folder.ts';
import { serve } from '../../src/daemon/serve.ts';
import { openHome } from '../../src/home/open.ts';

type Options = Partial<Parameters<typeof serve>[0]>;

/** A home that is served by this program, with routes that the daemon does not have; its folder. */
export async function serveHome(t: TestContext, options: (folder: string) => Options): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'ringback-serve-'));
  const home = await openHome({ home: folder });
  const serving = await serve({
    home,
    onConnections() {},
    onStopRequest() {},
    report(error) {
      throw error;
    },
    ...options(folder),
  });
  t.after(async () => {
    await serving.close();
    await home.close();
    removeFolder(folder);
  });
  return folder;
}
