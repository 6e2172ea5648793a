import { installHint } from '../../../base/agent-programs.ts';
import type { Report, Runner, Situation } from '../../runner.ts';
import { taskText } from '../task-text.ts';
import { withChild } from '../with-child.ts';
import { Session } from './session.ts';

/** `codex app-server`, spoken to over its stdin and stdout. */
export const codex: Runner = { kind: 'codex', canSteer: true, run };

function run(situation: Situation): Promise<Report> {
  const { assignment, env } = situation;
  return withChild(
    situation,
    () => ({
      args: ['codex', 'app-server'],
      folder: assignment.workdir,
      env,
      hint: installHint('codex'),
    }),
    (child) => new Session(child, situation).work(taskText(assignment)),
  );
}
