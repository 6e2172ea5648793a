import { formatDelegations } from '../delegate/describe.ts';
import { page } from '../delegate/page.ts';
import { toRequest, toTaskIndex } from '../delegate/request.ts';
import { showDelegation } from '../delegate/show.ts';
import { waitForResults } from '../delegate/wait.ts';
import type { Invocation } from '../invocation.ts';
import { tellUser, writeJson, writeLine, writeResult } from '../out.ts';
import { sessionOf } from '../session.ts';
import type { Action } from '../specs.ts';
import { UsageError } from '../usage-error.ts';

type Delegate = Invocation<'delegate'>;

const HELP = 'See: ringback delegate --help';

const actions: { [Name in NonNullable<Action<'delegate'>>]: (invocation: Delegate) => Promise<number> } = {
  ls: list,
  show,
  say,
  stop,
};

export async function main(invocation: Delegate): Promise<number> {
  return invocation.action === undefined ? send(invocation) : actions[invocation.action](invocation);
}

async function send(invocation: Delegate): Promise<number> {
  const { client, json, values, positionals } = invocation;
  const { session_key } = sessionOf(values);
  if (session_key === undefined)
    throw new UsageError(
      'no session: the file $RINGBACK_SESSION_FILE does not name one yet',
      'Give --session KEY or set RINGBACK_SESSION.',
    );
  const request = toRequest(values, positionals, process.cwd());
  const sent = await client.delegations.send({ ...request, session_key, env: ownVariables() });
  if (sent.status === 'rejected') {
    if (json) writeJson(sent);
    else tellUser(`ringback: ${sent.error ?? 'It was rejected.'}${sent.advice ? ` ${sent.advice}` : ''}`);
    return 1;
  }
  if (values.wait) return waitForResults(client, sent, json);
  writeResult(json, sent, sent.delegation_id);
  const isUnderWay = sent.tasks.some(({ error }) => error === undefined);
  if (!json) {
    for (const { error } of sent.tasks) if (error !== undefined) tellUser(`ringback: ${error}`);
    if (isUnderWay)
      tellUser(
        `${session_key} is told when it is back. Look at it: ringback delegate show ${sent.delegation_id}`,
      );
  }
  return isUnderWay ? 0 : 1;
}

async function list({ client, json, values, positionals }: Delegate): Promise<number> {
  if (positionals.length > 0) throw new UsageError(`too many arguments: ${positionals.join(' ')}`, HELP);
  const { session, all } = values;
  const found = await client.delegations.list({
    ...(session !== undefined && { session_key: session }),
    ...(!all && { state: 'running' }),
  });
  if (json) for (const one of found) writeJson(one);
  else if (found.length > 0) writeLine(formatDelegations(found, page()));
  else
    tellUser(
      `No delegations${all ? '' : ' that run; see those that have ended: ringback delegate ls --all'}.`,
    );
  return 0;
}

async function show({ client, json, positionals }: Delegate): Promise<number> {
  const [id, ...more] = positionals;
  if (id === undefined || more.length > 0) throw new UsageError('give one ID', HELP);
  return showDelegation(await client.delegations.get(id), json);
}

async function say({ client, json, values, positionals }: Delegate): Promise<number> {
  const [id, ...words] = positionals;
  if (id === undefined || words.length === 0) throw new UsageError('missing argument: ID TEXT', HELP);
  const told = await client.delegations.message(id, words.join(' '), toTaskIndex(values.task));
  const names = told.tasks.map((index) => index + 1).join(', ');
  writeResult(json, told, names === '' ? 'Nobody is at work any more.' : `Told to task ${names}.`);
  return told.tasks.length > 0 ? 0 : 1;
}

async function stop({ client, json, values, positionals }: Delegate): Promise<number> {
  const { session, all, reason, task } = values;
  const why = reason === undefined ? {} : { reason };
  const isOfAll = all === true || session !== undefined;
  if (isOfAll === positionals.length > 0) throw new UsageError('give IDs, or --all, or --session KEY', HELP);
  if (task !== undefined && positionals.length !== 1) throw new UsageError('--task goes with one ID', HELP);
  const stopped = isOfAll
    ? [
        await client.delegations.interruptAll({
          ...(session !== undefined && { session_key: session }),
          ...why,
        }),
      ]
    : await Promise.all(
        positionals.map((id) => client.delegations.interrupt(id, { ...toTaskIndex(task), ...why })),
      );
  const count = stopped.reduce((sum, { interrupted }) => sum + interrupted, 0);
  if (json) for (const one of stopped) writeJson(one);
  else writeLine(count === 1 ? 'Told 1 delegate to stop.' : `Told ${count} delegates to stop.`);
  return 0;
}

function ownVariables(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
