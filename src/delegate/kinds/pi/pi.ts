import { installHint } from '../../../base/agent-programs.ts';
import type { ChildCommand } from '../../child/child.ts';
import type { Place } from '../../child/place.ts';
import type { Runner, Situation } from '../../runner.ts';
import { rulesMatter } from '../rules-matter.ts';
import { taskText } from '../task-text.ts';
import { withChild } from '../with-child.ts';
import { askBeforeCalls } from './ask-before-calls.ts';
import { Session } from './session.ts';

/** `pi --mode rpc`: records in lines, both ways. */
export const pi: Runner = {
  kind: 'pi',
  canSteer: true,
  run: (situation) =>
    withChild(
      situation,
      (place) => command(situation, place),
      (child) => new Session(child, situation).work(taskText(situation.assignment)),
    ),
};

async function command({ assignment, env, config }: Situation, place: Place): Promise<ChildCommand> {
  const { model, workdir: folder } = assignment;
  // It asks nobody by itself.
  const rules = rulesMatter(config) ? ['--extension', await place.put('ringback.mjs', askBeforeCalls)] : [];
  const chosen = model === undefined ? [] : ['--model', model];
  return { args: ['pi', '--mode', 'rpc', ...rules, ...chosen], folder, env, hint: installHint('pi') };
}
