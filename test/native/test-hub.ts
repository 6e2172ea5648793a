import assert from 'node:assert/strict';
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import type { TestContext } from 'node:test';
import { newProcessId } from '../../src/base/ids.ts';
import { removeFolder } from '../../src/base/remove-folder.ts';
import { encodeFrame, FRAME, FrameDecoder } from '../../src/keeper/frames/frame.ts';
import { type Entry, encodeRecord, type Fields, parseRecord } from '../../src/keeper/frames/record.ts';
import { readExit, readMeta } from '../../src/keeper/keep.ts';
import { findKeeperProgram } from '../../src/keeper/program.ts';
import { isAlive, until } from '../engine/test-home.ts';

export const HUB = { OPEN: 40, TO_KEEPER: 41, CLOSE: 42, RUN: 43 } as const;
const OUTPUT = 130;
const GAP = 131;
const FROM_KEEPER = 132;
const CLOSED = 133;
const RAN = 134;
const OUTPUT_AT = 135;
const GREETING = Buffer.from('\0RINGBACK HUB 1\n');

/** A place to keep processes in, whose processes are ended after the test. */
export class TestPlace {
  readonly folder = mkdtempSync(join(tmpdir(), 'ringback-hub-'));
  readonly #program: string;
  readonly #hubs: TestHub[] = [];

  constructor(context: TestContext, program = findKeeperProgram()) {
    this.#program = program;
    mkdirSync(join(this.folder, 'processes'));
    context.after(() => this.#remove());
  }

  /** Ended before the place is: a keeper stays as long as an engine is with it. */
  hub(program = this.#program, options: readonly string[] = []): TestHub {
    const hub = new TestHub(program, options);
    this.#hubs.push(hub);
    return hub;
  }

  keep(id: string): string {
    return join(this.folder, 'processes', id);
  }

  /** Nobody else's: cgroups are named by it, and other tests run at the same time. */
  newId(): string {
    return newProcessId();
  }

  /** What starts a shell command; the id comes with it. */
  request(command: string, more: readonly Entry[] = []): { id: string; keep: string; record: Buffer } {
    const id = this.newId();
    const keep = this.keep(id);
    const record = encodeRecord([
      ['keep', keep],
      ['id', id],
      ['arg', '/bin/bash'],
      ['arg', '-c'],
      ['arg', command],
      ['cwd', '/tmp'],
      ['env', `PATH=${process.env.PATH}`],
      ['env', `RINGBACK_PROCESS_ID=${id}`],
      ...more,
    ]);
    return { id, keep, record };
  }

  async #remove(): Promise<void> {
    for (const hub of this.#hubs) hub.child.kill('SIGKILL');
    for (const id of readdirSync(join(this.folder, 'processes'))) {
      const meta = readMeta(this.keep(id));
      if (!meta) continue;
      const kill = [this.#program, ['kill', this.keep(id), '--grace', '50'], { stdio: 'ignore' }] as const;
      if (!readExit(this.keep(id)) || isAlive(meta.pid)) await once(spawn(...kill), 'close');
      await until(() => !isAlive(meta.keeperPid) || !existsSync(this.keep(id)), `${id} left`);
    }
    removeFolder(this.folder);
  }
}

/** What came over one channel. */
export class Channel {
  readonly tag: number;
  text = '';
  next: number;
  readonly gaps: [number, number][] = [];
  readonly frames: { type: number; tag: number; fields: Fields }[] = [];
  /** Bytes of output at the moment ENDED came. */
  offsetAtEnd: number | undefined;
  exit: Fields | undefined;
  closed: Fields | undefined;
  pieces = 0;

  constructor(tag: number, from: number) {
    this.tag = tag;
    this.next = from;
  }

  take(type: number, payload: Buffer): void {
    assert.equal(this.closed, undefined, 'nothing comes after CLOSED');
    if (type === OUTPUT || type === OUTPUT_AT) {
      const before = type === OUTPUT ? 8 : 16;
      assert.equal(Number(payload.readBigUInt64LE(0)), this.next, 'bytes come in order');
      this.text += payload.toString('latin1', before);
      this.next += payload.length - before;
      this.pieces += 1;
    } else if (type === GAP) {
      assert.equal(Number(payload.readBigUInt64LE(0)), this.next);
      this.next = Number(payload.readBigUInt64LE(8));
      this.gaps.push([Number(payload.readBigUInt64LE(0)), this.next]);
    } else if (type === CLOSED) {
      this.closed = parseRecord(payload.toString(), '\0');
    } else if (type === FROM_KEEPER) {
      const [inner] = [...new FrameDecoder(65_536).push(payload)];
      assert.ok(inner);
      const fields = parseRecord(inner.payload.toString(), '\0');
      assert.notEqual(inner.type, FRAME.GREW);
      this.frames.push({ type: inner.type, tag: inner.tag, fields });
      if (inner.type !== FRAME.ENDED) return;
      this.exit = fields;
      this.offsetAtEnd = this.next;
    } else {
      assert.fail(`a frame of type ${type} on a channel`);
    }
  }
}

export class TestHub {
  readonly child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #decoder = new FrameDecoder(70_000);
  readonly channels = new Map<number, Channel>();
  readonly #answers = new Map<number, (answer: { type: number; payload: Buffer }) => void>();
  readonly #waiting = new Set<() => void>();
  #greeting = Buffer.alloc(0);
  #tags = 0;
  received = 0;
  isOver = false;

  constructor(program: string, options: readonly string[] = []) {
    this.child = spawn(program, ['hub', ...options], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.child.stdin.on('error', () => {});
    this.child.stdout.on('data', (chunk: Buffer) => this.#take(chunk));
    this.child.on('close', () => {
      this.isOver = true;
      this.#wake();
    });
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  #take(bytes: Buffer): void {
    let chunk = bytes;
    this.received += chunk.length;
    if (this.#greeting.length < GREETING.length) {
      const missing = GREETING.length - this.#greeting.length;
      this.#greeting = Buffer.concat([this.#greeting, chunk.subarray(0, missing)]);
      chunk = chunk.subarray(missing);
      if (this.#greeting.length === GREETING.length) assert.deepEqual(this.#greeting, GREETING);
    }
    for (const { type, tag, payload } of this.#decoder.push(chunk)) {
      const answer = this.#answers.get(tag);
      const isAnswer = type === FRAME.STARTED || type === FRAME.ERROR || type === RAN;
      if (isAnswer) {
        this.#answers.delete(tag);
        answer?.({ type, payload: Buffer.from(payload) });
      } else {
        this.channels.get(tag)?.take(type, payload);
      }
    }
    this.#wake();
  }

  #wake(): void {
    for (const wake of [...this.#waiting]) wake();
  }

  /** Resolves as soon as it is so; asked again whenever something came. */
  async until(isSo: () => boolean, what: string): Promise<void> {
    if (isSo()) return;
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => done(new Error(`it never came: ${what}`)), 30_000);
      const done = (error?: Error) => {
        clearTimeout(timer);
        this.#waiting.delete(look);
        if (error) reject(error);
        else resolve();
      };
      const look = () => {
        if (isSo()) done();
        else if (this.isOver) done(new Error(`the hub left before: ${what}`));
      };
      this.#waiting.add(look);
    });
  }

  send(type: number, tag: number, payload: Buffer | string = ''): void {
    this.child.stdin.write(encodeFrame(type, tag, payload));
  }

  newTag(): number {
    this.#tags += 1;
    return this.#tags;
  }

  /** The answer to a request. */
  ask(
    type: number,
    payload: Buffer | string,
    tag = this.newTag(),
  ): Promise<{ type: number; payload: Buffer }> {
    return new Promise((resolve) => {
      this.#answers.set(tag, resolve);
      this.send(type, tag, payload);
    });
  }

  /** STARTED, or the error's code. */
  async spawn(record: Buffer): Promise<Fields> {
    const { type, payload } = await this.ask(FRAME.SPAWN, record);
    const fields = parseRecord(payload.toString(), '\0');
    assert.equal(type, FRAME.STARTED, payload.toString());
    return fields;
  }

  open(keep: string, from = 0, more: readonly Entry[] = []): Channel {
    const channel = new Channel(this.newTag(), from);
    this.channels.set(channel.tag, channel);
    this.send(HUB.OPEN, channel.tag, encodeRecord([['keep', keep], ['from', from], ...more]));
    return channel;
  }

  toKeeper(channel: Channel, type: number, tag: number, payload: Buffer | string = ''): void {
    this.send(HUB.TO_KEEPER, channel.tag, encodeFrame(type, tag, payload));
  }

  async run(...words: string[]): Promise<{ code: number; text: string }> {
    const { type, payload } = await this.ask(
      HUB.RUN,
      encodeRecord(words.map((word): Entry => ['arg', word])),
    );
    assert.equal(type, RAN, payload.toString());
    return { code: payload.readUInt32LE(0), text: payload.toString('utf8', 4) };
  }

  untilEnded(channel: Channel): Promise<void> {
    return this.until(() => channel.exit !== undefined, 'ENDED');
  }

  /** The reason. */
  async untilClosed(channel: Channel): Promise<string | undefined> {
    await this.until(() => channel.closed !== undefined, 'CLOSED');
    return channel.closed?.get('reason');
  }
}

export function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return text.split(' ').filter(Boolean).map(Number);
}

/** What the descriptors of a process lead to. */
export function openFilesOf(pid: number): string[] {
  return readdirSync(`/proc/${pid}/fd`).map((fd) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${fd}`);
    } catch {
      return ''; // the descriptor that the folder was read with
    }
  });
}
