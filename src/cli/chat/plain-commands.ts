import { RingbackError } from '../../base/errors.ts';
import type { Client } from '../../client/client.ts';
import { cleanText } from '../../output/clean-text.ts';
import type { WireConversation } from '../../wire/conversation.ts';
import { describeFully, describePlace } from './describe-input.ts';
import type { SlashContext } from './slash/command.ts';
import { parseSlash } from './slash/table.ts';

type Options = {
  readonly client: Client;
  readonly conversation: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly width: number;
  tell(text: string): void;
  leave(): void;
};

/** The commands of a chat where lines are written one after the other. */
export class PlainCommands {
  readonly #options: Options;
  /** The call that the person was asked about last. */
  #asked: string | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** False: it is something to say. */
  async obey(text: string): Promise<boolean> {
    const line = parseSlash(text);
    if (line.kind === 'text') return false;
    const { tell } = this.#options;
    if (line.kind === 'wrong') tell(line.message);
    else {
      const context: SlashContext = { ...this.#options, asked: () => this.#asked, write: tell };
      await Promise.resolve(line.command.run(context, line.argument)).catch((error: unknown) => {
        if (!(error instanceof RingbackError)) throw error;
        tell(`${error.message} ${error.hint}`.trim());
      });
    }
    return true;
  }

  /** Says what waits for an answer, once. */
  async ask({ conversation_id, pending_approvals }: WireConversation): Promise<void> {
    if (pending_approvals === 0) return;
    const [first] = await this.#options.client.conversations.approvals(conversation_id).catch(() => []);
    if (!first || first.call_id === this.#asked) return;
    this.#asked = first.call_id;
    const lines = [...describeFully(first.input), ...describePlace(first.input, first.runs_in)];
    const about = lines.join('\n').replaceAll('\n', '\n    ');
    this.#options.tell(cleanText(`? ${first.tool}  ${about}\n  /allow, /allow always, or /deny`));
  }
}
