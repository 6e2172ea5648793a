import { formatAge } from '../../../base/age.ts';
import { cleanText } from '../../../output/clean-text.ts';
import type { WireListed } from '../../../wire/process.ts';
import { describeEnding, isEnded } from '../../format/ending.ts';
import { formatTable } from '../../format/table.ts';
import { shortId } from '../short-id.ts';
import type { Choice, SlashCommand, SlashContext } from './command.ts';

const MOST_ENDED = 5;
const MOST_LINES = 20;

export const ps: SlashCommand = {
  does: 'what this conversation has started',
  async run({ client, conversation, width, write }) {
    const { processes } = await client.list({ session_key: conversation });
    const running = processes.filter((one) => !isEnded(one));
    const shown = [...running, ...processes.filter(isEnded).slice(0, MOST_ENDED)];
    if (shown.length === 0) write('Nothing was started here yet.');
    else write(formatTable(shown.map(toRow), width));
  },
};

export const log: SlashCommand = {
  takes: 'ID',
  does: 'the last lines that a process printed',
  choices: (context) => listed(context, () => true),
  async run({ client, write }, id) {
    const { output, total_lines, showing } = await client.log(id, { limit: MOST_LINES });
    const before =
      showing.first > 0
        ? [`… ${showing.first} of ${total_lines} lines before; ringback log ${id} --all`]
        : [];
    const lines = cleanText(output).replace(/\n+$/, '');
    write([...before, lines === '' ? 'It has printed nothing.' : lines].join('\n'));
  },
};

export const kill: SlashCommand = {
  takes: 'ID',
  does: 'end a process and all that it started',
  choices: (context) => listed(context, (one) => !isEnded(one)),
  async run({ client, write }, id) {
    const ended = await client.kill(id);
    write(`${shortId(ended.session_id)} ${describeEnding(ended)}`);
  },
};

async function listed(
  { client, conversation }: SlashContext,
  isMeant: (process: WireListed) => boolean,
): Promise<readonly Choice[]> {
  const { processes } = await client.list({ session_key: conversation });
  return processes
    .filter(isMeant)
    .map((one) => ({ value: shortId(one.session_id), about: `${stateOf(one)}  ${cleanText(one.command)}` }));
}

function toRow(process: WireListed): string[] {
  return [
    shortId(process.session_id),
    stateOf(process),
    formatAge(process.uptime_seconds * 1000),
    process.command,
  ];
}

function stateOf(process: WireListed): string {
  if (!isEnded(process)) return process.status;
  return process.exit_code === null ? 'lost' : `exit ${process.exit_code}`;
}
