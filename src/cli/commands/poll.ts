import type { WirePoll } from '../../wire/process.ts';
import { isEnded } from '../format/ending.ts';
import { describeState, describeUsage } from '../format/process-state.ts';
import { shorten } from '../format/table.ts';
import type { Invocation } from '../invocation.ts';
import { writeResult } from '../out.ts';
import { sessionOf } from '../session.ts';

export async function main({ values, positionals, json, client }: Invocation<'poll'>): Promise<number> {
  const [id = ''] = positionals;
  const { cursor } = values;
  const poll = await client.poll(id, {
    ...(cursor !== undefined && { cursor }),
    ...(values.raw && { raw: true }),
    ...sessionOf(values),
  });
  writeResult(json, poll, describe(poll));
  return 0;
}

export function describe(poll: WirePoll): string {
  const usage = describeUsage(poll);
  const facts = [
    `${poll.session_id} ${describeState(poll)}`,
    `command  ${shorten(poll.command, 200)}`,
    ...(poll.environment === 'local' ? [] : [`on       ${poll.environment}`]),
    `folder   ${poll.cwd}`,
    ...(poll.note ? [`note     ${poll.note}`] : []),
    ...describeNotifications(poll),
    ...(poll.ready ? [`ready    ${poll.ready_at ?? 'not yet'}`] : []),
    ...(poll.ports ? [`listens  on ${poll.ports.join(', ')}`] : []),
    ...(usage === undefined ? [] : [`uses     ${usage}`]),
    ...(poll.waiting_input ? ['input    it waits for input'] : []),
    ...(isEnded(poll) && poll.descendants > 0
      ? [`left     processes it started that still run: ${poll.descendants}; \`ringback kill\` ends them`]
      : []),
  ];
  return poll.output_preview === ''
    ? facts.join('\n')
    : `${facts.join('\n')}\n\n${poll.output_preview.trimEnd()}`;
}

function describeNotifications({ notify_on_complete, watch_patterns, watch_hit }: WirePoll): string[] {
  if (notify_on_complete) return ['notifies when it ends'];
  if (!watch_patterns) return [];
  return [`watches  ${shorten(watch_patterns.join(', '), 200)}${watch_hit ? ' (matched)' : ''}`];
}
