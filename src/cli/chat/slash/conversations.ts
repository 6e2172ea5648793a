import { formatAge } from '../../../base/age.ts';
import { cleanText } from '../../../output/clean-text.ts';
import type { WireConversation } from '../../../wire/conversation.ts';
import { formatTable, shorten } from '../../format/table.ts';
import type { SlashCommand } from './command.ts';

const MOST_LISTED = 15;
const MOST_FOUND = 10;

export const fresh: SlashCommand = {
  does: 'end this turn and begin another conversation; what was started runs on',
  async run({ client, conversation, variables, write, show }) {
    if (!show) return write('Leave, and begin another one: ringback chat --new');
    const { cwd, model } = await client.conversations.get(conversation);
    const created = await client.conversations.create({ cwd, variables, ...(model !== '' && { model }) });
    // What rings from now on is stored in the old one, and told when somebody comes back to it.
    await client.conversations.close(conversation);
    show(created.conversation_id);
  },
};

export const resume: SlashCommand = {
  takes: '[ID]',
  does: 'go on with another conversation, or list them',
  async choices({ client, conversation }) {
    const { conversations } = await client.conversations.list({ limit: MOST_LISTED });
    return conversations
      .filter((one) => one.conversation_id !== conversation)
      .map((one) => ({ value: one.conversation_id, about: describe(one) }));
  },
  async run({ client, width, variables, write, show }, id) {
    if (id !== '') {
      if (!show) return write(`Leave, and go on with it: ringback chat --resume ${id}`);
      const { conversation_id } = await client.conversations.open(id, { variables });
      return show(conversation_id);
    }
    const { conversations } = await client.conversations.list({ limit: MOST_LISTED });
    write(
      formatTable(
        conversations.map((one) => [one.conversation_id, describe(one)]),
        width,
      ),
    );
  },
};

export const model: SlashCommand = {
  takes: '[MODEL]',
  does: 'ask another model from now on, or list them',
  async choices({ client, conversation }) {
    const { models } = await client.conversations.models({ conversation_id: conversation });
    return models.map((value) => ({ value }));
  },
  async run({ client, conversation, variables, write }, name) {
    if (name !== '') {
      const changed = await client.conversations.open(conversation, { variables, model: name });
      return write(`From now on ${cleanText(changed.model)} is asked.`);
    }
    const { models, hint } = await client.conversations.models({ conversation_id: conversation });
    const { model: now } = await client.conversations.get(conversation);
    const lines = models.map((one) => `${one === now ? '●' : ' '} ${cleanText(one)}`);
    write(lines.length > 0 ? lines.join('\n') : cleanText(hint ?? 'No model was found.'));
  },
};

export const stop: SlashCommand = {
  does: 'stop the turn; what it has started runs on',
  async run({ client, conversation, write }) {
    const { state } = await client.conversations.get(conversation);
    await client.conversations.stop(conversation);
    if (state === 'idle') write('There is nothing to stop.');
  },
};

export const compact: SlashCommand = {
  does: 'summarise the older part for the model; all of it is kept',
  async run({ client, conversation, write }) {
    const { message } = await client.conversations.compact(conversation);
    write(cleanText(message));
  },
};

export const search: SlashCommand = {
  takes: 'PATTERN',
  does: 'find what was said: text, or /a regular expression/i',
  async run({ client, conversation, width, write }, pattern) {
    const { found } = await client.conversations.search(conversation, { pattern, limit: MOST_FOUND });
    if (found.length === 0) write('Nothing was found.');
    else
      write(
        formatTable(
          found.map(({ kind, text }) => [kind, shorten(text, width)]),
          width,
        ),
      );
  },
};

function describe({ changed_at, begins }: WireConversation): string {
  const age = formatAge(Date.now() - Date.parse(changed_at));
  return `${age.padEnd(6)} ${cleanText(begins).replaceAll('\n', ' ')}`;
}
