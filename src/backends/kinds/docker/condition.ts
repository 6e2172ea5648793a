import { RingbackError } from '../../../base/errors.ts';
import { PlaceGone, type PlaceRef } from '../../environment.ts';
import type { Container } from './containers.ts';

export function nameOf({ Name }: Container): string {
  return Name.replace(/^\//, '');
}

/** To the millisecond: engines write the same moment in more than one way. */
export function startedAt({ State }: Container): string {
  return moment(State.StartedAt);
}

/** Nothing, or why nothing of that ref runs any more. */
export function whyGone(container: Container, ref: PlaceRef): PlaceGone | undefined {
  const { State } = container;
  const name = nameOf(container);
  if (!State.Running && !State.Paused && !State.Restarting) {
    const memory = State.OOMKilled ? ', out of memory' : '';
    const reason = `The container ${name} was stopped (exit code ${State.ExitCode}${memory}) at ${moment(State.FinishedAt)}.`;
    return new PlaceGone(reason);
  }
  const started = startedAt(container);
  if (State.Restarting || ref.started === started) return undefined;
  return new PlaceGone(`The container ${name} was restarted at ${started}: what ran in it ended then.`);
}

/** Nothing, or why no program can be run in it now. It may be otherwise soon. */
export function whyNotNow(container: Container, program: string): RingbackError | undefined {
  const { State } = container;
  const name = nameOf(container);
  if (State.Paused) {
    return new RingbackError(
      'failed',
      `The container ${name} is paused.`,
      `Go on with: ${program} unpause ${name}`,
    );
  }
  if (State.Restarting) return new RingbackError('failed', `The container ${name} is restarting.`);
  if (State.Running) return undefined;
  return new RingbackError(
    'failed',
    `The container ${name} is not running.`,
    `Start it with: ${program} start ${name}`,
  );
}

function moment(time: string): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? time : date.toISOString();
}
