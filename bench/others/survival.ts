import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { comesTrue, endProcess, fileSize } from './execute.ts';
import type { Manager } from './manager.ts';
import type { Scripts } from './scripts.ts';

export const LINES = 20;
const EXIT_CODE = 7;

/** What is left of a command when the tool is killed with -9 in the middle of it and brought up again. */
export type Survival = {
  readonly linesPrinted: number;
  readonly linesKept: number;
  readonly isExitKnown: boolean;
};

export async function trySurvival(manager: Manager, scripts: Scripts, folder: string): Promise<Survival> {
  const marks = join(folder, `${manager.pid()}.marks`);
  const linesPrinted = () => (fileSize(marks) > 0 ? readFileSync(marks, 'utf8').split('\n').length - 1 : 0);
  const script = scripts.write(
    `lines-${manager.pid()}`,
    `i=0
while [ $i -lt ${LINES} ]; do
  i=$((i + 1))
  echo "line $i"
  echo $i >> ${marks}
  sleep 0.1
done
exit ${EXIT_CODE}
`,
  );
  await manager.start('lines', script);
  await comesTrue(() => linesPrinted() >= 5, 5_000);
  await endProcess(manager.pid(), 'SIGKILL');
  await comesTrue(() => linesPrinted() === LINES, 4_000);
  await manager.restart();
  const output = await manager.keptOutput('lines');
  return {
    linesPrinted: linesPrinted(),
    linesKept: new Set(output.match(/^line \d+$/gm)).size,
    isExitKnown: (await manager.exitCode('lines')) === EXIT_CODE,
  };
}
