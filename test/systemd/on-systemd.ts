import { after, before, describe } from 'node:test';
import { SystemdMachine, whyNoSystemd } from '../testbed/servers/systemd.ts';

const skip = await whyNoSystemd();

/** Tests that share one machine, which `machine` returns. */
export function describeOnSystemd(name: string, tests: (machine: () => SystemdMachine) => void): void {
  describe(name, { skip, timeout: 280_000 }, () => {
    const cleanUps: (() => void | Promise<void>)[] = [];
    let machine: SystemdMachine | undefined;
    before(async () => {
      machine = await SystemdMachine.boot((clean) => cleanUps.push(clean));
    });
    after(async () => {
      for (const clean of cleanUps) await clean();
    });
    tests(() => {
      if (!machine) throw new Error('the machine was not booted');
      return machine;
    });
  });
}
