import { type AgentKind, installHint } from '../../base/agent-programs.ts';
import type { Child, ChildCommand } from '../child/child.ts';
import type { Place } from '../child/place.ts';
import { endedEarly } from '../kinds/ended-early.ts';
import { taskText } from '../kinds/task-text.ts';
import { withChild } from '../kinds/with-child.ts';
import type { Report, Runner, Situation } from '../runner.ts';
import { GoneError, RefusedError } from './peer.ts';
import { Session, type SessionOptions, type TurnEnd } from './session.ts';

export type Figures = Pick<Report, 'apiCalls' | 'cost' | 'inputTokens' | 'outputTokens' | 'model'>;

/** What is particular about an agent that speaks ACP. */
export type AcpAgent = Pick<SessionOptions, 'nameOf' | 'hearsAtOnce' | 'refusal'> & {
  readonly kind: AgentKind;
  readonly title: string;
  /** What to do when it is not logged in. */
  readonly login: string;
  command(situation: Situation, place: Place): Promise<Pick<ChildCommand, 'args' | 'env'>>;
  /** Where the model is no option of its command. */
  chooseModel?(session: Session, model: string): Promise<unknown>;
  /** What it has used, in its own records, within `ms`. */
  figures(session: Session, end: TurnEnd | undefined, place: Place, ms: number): Promise<Figures>;
};

/** Some start their whole program for it. */
const FIGURES_MS = 60_000;
/** Of one that was stopped: who stopped it does not wait for long. */
const QUICK_FIGURES_MS = 2_000;
/** ACP's `auth_required`. */
const NOT_LOGGED_IN = -32000;

export function acpRunner(agent: AcpAgent): Runner {
  const run = (situation: Situation): Promise<Report> =>
    withChild(
      situation,
      async (place) => ({
        ...(await agent.command(situation, place)),
        folder: situation.assignment.workdir,
        hint: installHint(agent.kind),
      }),
      (child, place) => work(agent, situation, child, place),
    );
  return { kind: agent.kind, canSteer: true, run };
}

async function work(agent: AcpAgent, situation: Situation, child: Child, place: Place): Promise<Report> {
  const { assignment, signal } = situation;
  const { workdir, environment } = assignment;
  const folder = environment === undefined ? workdir : await place.run('pwd', FIGURES_MS);
  const session = new Session({ ...agent, child, situation, folder });
  // Before it has a session there is nothing that could be cancelled.
  const leave = (): void => void child.end();
  signal.addEventListener('abort', leave);
  try {
    await session.open();
    if (assignment.model !== undefined) await agent.chooseModel?.(session, assignment.model);
    signal.removeEventListener('abort', leave);
    const end = await session.work(taskText(assignment));
    const ms = signal.aborted ? QUICK_FIGURES_MS : FIGURES_MS;
    const figures = await agent.figures(session, end, place, ms).catch(() => ({}));
    return { ...outcome(agent, session, end, signal.aborted), ...figures };
  } catch (error) {
    return { result: session.transcript.lastText, ...(await trouble(agent, child, error, signal.aborted)) };
  } finally {
    signal.removeEventListener('abort', leave);
  }
}

type Outcome = Pick<Report, 'status' | 'result' | 'error'>;

const LIMITS: Readonly<Record<string, string>> = {
  max_tokens: 'reached the most tokens that its model may write',
  max_turn_requests: 'reached the most requests to its model in one turn',
  refusal: 'has a model that refused to go on',
  cancelled: 'stopped by itself',
};

function outcome(
  { title }: AcpAgent,
  { transcript }: Session,
  end: TurnEnd | undefined,
  isStopped: boolean,
): Outcome {
  const result = transcript.lastText;
  if (isStopped || !end) return { status: 'interrupted', result };
  const limit = LIMITS[end.stopReason];
  if (limit) return { status: 'failed', result, error: `${title} ${limit}.` };
  if (result === '') return { status: 'failed', result, error: `${title} ended its turn without a word.` };
  return { status: 'completed', result };
}

async function trouble(
  { title, login }: AcpAgent,
  child: Child,
  error: unknown,
  isStopped: boolean,
): Promise<Omit<Outcome, 'result'>> {
  if (isStopped) return { status: 'interrupted' };
  if (error instanceof GoneError) return endedEarly(title, child);
  if (!(error instanceof RefusedError)) throw error;
  if (error.code === NOT_LOGGED_IN)
    return { status: 'error', error: `${title} is not logged in (${error.message}). ${login}` };
  return { status: 'failed', error: `${title}: ${error.message}` };
}
