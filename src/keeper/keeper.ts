import type { ExitRecord } from './exit.ts';
import { FRAME, LARGEST_CONTROL_PAYLOAD } from './frames/frame.ts';
import { encodeRecord, type Fields, numberField, truthField } from './frames/record.ts';
import { parseKillAnswer } from './kill-answer.ts';
import type { Passing, Prompt } from './prompt.ts';
import { parseSampleText, type Sample } from './samples.ts';
import type { Silence } from './silence.ts';
import { parseStarted, type Started } from './started.ts';
import { parseStatus } from './status.ts';

/** Who hears what a keeper says unasked. */
export type KeeperListener = {
  grew(offset: number): void;
  ended(exit: ExitRecord): void;
  /** The keeper went, or broke the rules; not called after `close()`. */
  gone(): void;
  /** Somebody is asked to type. Said again to every new connection for as long as it is so, and after all output before it. */
  waits?(prompt: Prompt): void;
  /** Nobody is asked any more; not said of what passed while nobody was connected. */
  passed?(passing: Passing): void;
  /** Nothing was printed for long; said again to every new connection for as long as it is so. */
  quiet?(silence: Silence): void;
  /** Something was printed after all; not said where nobody was connected. */
  resumed?(): void;
  /** What people should know: why it is out of reach, what it waits for; undefined: nothing any more. */
  noted?(note: string | undefined): void;
};

/** For short visits to a keeper that nobody listens to. */
export const deaf: KeeperListener = { grew() {}, ended() {}, gone() {} };

/** Input with a number of its own: the same (writer, seq) twice is typed once. */
export type InputPiece = { readonly writer: bigint; readonly seq: bigint; readonly bytes: Buffer };

const TICKET_BYTES = 16;
/** What one `write` takes at the most. */
export const LARGEST_PIECE = LARGEST_CONTROL_PAYLOAD - TICKET_BYTES;

/** The verbs as frames; how those get to the keeper is for the two kinds of connection to say. */
export abstract class FramedKeeper {
  abstract readonly isClosed: boolean;
  /** Calls back once nothing is unanswered: at once, or later, or never if the keeper goes first. */
  abstract whenIdle(callback: () => void): void;
  abstract close(): void;
  /** `answered` is called before anything else that the keeper says is looked at. */
  protected abstract request(
    type: number,
    payload?: Buffer | string,
    answered?: (fields: Fields) => void,
  ): Promise<Fields>;
  /** For frames that have no answer. */
  protected abstract send(type: number, payload?: Buffer | string): void;

  /** From now on it pushes the end, and knows that an engine is there (promise 15). */
  async subscribe() {
    return parseStatus(
      await this.request(
        FRAME.SUBSCRIBE,
        encodeRecord([
          ['role', 'engine'],
          ['sense', true],
        ]),
      ),
    );
  }

  /** `withPorts` costs a look at every descriptor of its tree. */
  async status({ withPorts = false } = {}) {
    const asked = withPorts ? encodeRecord([['ports', true]]) : undefined;
    return parseStatus(await this.request(FRAME.STATUS, asked));
  }

  /** One `grew` comes as soon as more than `offset` bytes were printed. */
  arm(offset: number): void {
    this.send(FRAME.ARM, encodeRecord([['offset', offset]]));
  }

  async write(piece: InputPiece) {
    const answer = await this.request(FRAME.STDIN, encodePiece(piece));
    const accepted = numberField(answer, 'accepted') ?? piece.bytes.length;
    return { accepted, repeated: truthField(answer, 'repeated') };
  }

  async closeInput(): Promise<void> {
    await this.request(FRAME.CLOSE_STDIN);
  }

  async resize({ cols, rows }: { cols: number; rows: number }, answered?: () => void): Promise<void> {
    const size = encodeRecord(Object.entries({ cols, rows }));
    await this.request(FRAME.RESIZE, size, answered);
  }

  /** Ends the whole tree; answered once that is over. */
  async kill(graceMs: number, source: string) {
    const request = encodeRecord(Object.entries({ grace_ms: graceMs, source }));
    const answer = await this.request(FRAME.KILL, request);
    return { ...parseKillAnswer(answer), hasEnded: answer.get('state') === 'ended' };
  }

  /** Lets a held command go, once however often it is asked for. A pid of 0: it could not begin, and ends. */
  async begin(answered: (started: Started) => void): Promise<void> {
    await this.request(FRAME.BEGIN, '', (fields) => answered(parseStarted(fields)));
  }

  /** A held command ends without having run; one that has begun is left as it is. */
  async drop(why: string): Promise<void> {
    await this.request(FRAME.DROP, encodeRecord([['why', why]]));
  }

  /** How large its log may be. */
  async limitLog(bytes: number, answered?: () => void): Promise<void> {
    await this.request(FRAME.LIMIT, encodeRecord([['bytes', bytes]]), answered);
  }

  /** Whether new output is a reason to wake an engine. */
  async watchOutput(isWatched: boolean): Promise<void> {
    await this.request(FRAME.WISH, encodeRecord([['watch', isWatched]]));
  }

  /** Whether it looks for prompts, and wakes an engine for each. */
  async sensePrompts(isWanted: boolean): Promise<void> {
    await this.request(FRAME.WISH, encodeRecord([['sense', isWanted]]));
  }

  /** This prompt is recorded: the keeper need not wake anybody for it. */
  heard({ id }: Pick<Prompt, 'id'>): void {
    const [offset = '', typed = ''] = id.split('.');
    this.send(FRAME.HEARD, encodeRecord(Object.entries({ offset, typed })));
  }

  /** What its tree used, of samples later than `after`; the same as `readSamples`, also from afar. */
  async samples(after = 0): Promise<Sample[]> {
    const all: Sample[] = [];
    for (let hasMore = true; hasMore; ) {
      const from = all.at(-1)?.at ?? after;
      const answer = await this.request(FRAME.SAMPLES, encodeRecord([['after', from]]));
      const piece = parseSampleText(answer.get('samples') ?? '').filter(({ at }) => at > from);
      all.push(...piece);
      hasMore = truthField(answer, 'more') && piece.length > 0;
    }
    return all;
  }

  /** How long a silence has to be told, and to wake an engine; undefined: none is. */
  async noticeSilence(afterMs: number | undefined): Promise<void> {
    await this.request(FRAME.WISH, encodeRecord([['quiet_ms', afterMs ?? 0]]));
  }

  /** This silence is recorded: the keeper need not wake anybody for it. */
  heardSilence({ offset }: Pick<Silence, 'offset'>): void {
    this.send(FRAME.HEARD, encodeRecord([['quiet', offset]]));
  }

  /** The end is recorded: the keeper need not wake anybody and may leave. */
  seen(): void {
    this.send(FRAME.SEEN);
  }
}

/** A keeper that can be spoken to: over its socket, or from afar. */
export type Keeper = Pick<FramedKeeper, keyof FramedKeeper>;

function encodePiece({ writer, seq, bytes }: InputPiece): Buffer {
  const payload = Buffer.allocUnsafe(TICKET_BYTES + bytes.length);
  payload.writeBigUInt64LE(writer, 0);
  payload.writeBigUInt64LE(seq, 8);
  bytes.copy(payload, TICKET_BYTES);
  return payload;
}
