import { formatDelegations } from '../../delegate/describe.ts';
import type { SlashCommand } from './command.ts';

const MOST_ENDED = 5;

export const delegates: SlashCommand = {
  does: 'the agents that this conversation has sent off, and how they stand',
  async run({ client, conversation, width, write }) {
    const all = await client.delegations.list({ session_key: conversation });
    const ended = all.filter(({ state }) => state === 'ended').slice(0, MOST_ENDED);
    const shown = [...all.filter(({ state }) => state !== 'ended'), ...ended];
    if (shown.length === 0) write('Nobody was sent off here yet.');
    else write(formatDelegations(shown, { width, now: Date.now(), usesColour: false }));
  },
};
