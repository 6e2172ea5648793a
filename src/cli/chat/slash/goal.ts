import { describeGoal } from '../describe-goal.ts';
import type { SlashCommand } from './command.ts';

const changes = {
  pause: 'pauseGoal',
  resume: 'resumeGoal',
  unwait: 'unwaitGoal',
  clear: 'clearGoal',
} as const;

const nothingToDo: Readonly<Record<keyof typeof changes, string>> = {
  pause: 'It is not at work.',
  resume: 'There is nothing to resume.',
  unwait: 'It waits for nothing.',
  clear: 'There is no goal.',
};

export const goal: SlashCommand = {
  takes: '[TEXT]',
  does: 'work towards something by itself; without TEXT: how that stands; or pause, resume, unwait, clear',
  async choices() {
    return Object.keys(changes).map((value) => ({ value }));
  },
  async run({ client: { conversations }, conversation, write }, argument) {
    if (isChange(argument)) {
      const { changed } = await conversations[changes[argument]](conversation);
      if (!changed) write(nothingToDo[argument]);
      return;
    }
    if (argument !== '') {
      await conversations.setGoal(conversation, argument);
      return;
    }
    const { goal: known } = await conversations.goal(conversation);
    write(known ? describeGoal(known, Date.now()) : 'There is no goal. /goal TEXT sets one.');
  },
};

function isChange(text: string): text is keyof typeof changes {
  return text in changes;
}
