import type { EscapeState } from '../escape-codes.ts';
import { scannerModule } from './scanner-wasm.ts';

/** The sizes that scanner.c is compiled with. */
export const blockBytes = 128 * 1024;
export const longestLiteral = 1024;
export const mostLiterals = 100;
export const mostRows = 1024;
export const buckets = 8;

/** Their order is that of `enum escape` in scanner.c. */
export const escapeStates: readonly EscapeState[] = ['text', 'escape', 'intermediate', 'sequence', 'string'];

/** Their order is that of the struct `state` in scanner.c. */
const fields = { escape: 0, consumed: 1, found: 2, restLiteral: 3, restMatchEnd: 4 };

type Exports = {
  readonly memory: { readonly buffer: ArrayBuffer };
  place(number: number): number;
  clean(from: number, to: number, at: number, stop: number, isFinal: number): number;
  find(from: number, to: number, most: number, carried: number, isTold: number): void;
};

/** Node has it, its types do not. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
};

/** scanner.c with its memory. There is one: a scan runs from beginning to end without waiting for anything. */
export type Machine = ReturnType<typeof createMachine>;

let machine: Machine | undefined;

export function getMachine(): Machine {
  machine ??= createMachine();
  return machine;
}

function createMachine() {
  const module = new WebAssembly.Module(Buffer.from(scannerModule, 'base64'));
  const { memory, place, clean, find } = new WebAssembly.Instance(module).exports as Exports;
  const bytesAt = (number: number, length: number) => Buffer.from(memory.buffer, place(number), length);
  const numbersAt = (number: number, length: number) => new Int32Array(memory.buffer, place(number), length);
  const state = numbersAt(8, Object.keys(fields).length);
  const field = (name: keyof typeof fields): number => state[fields[name]] ?? 0;
  return {
    /** Raw bytes, at most 3 of them held back from before. */
    input: bytesAt(0, blockBytes + 16),
    /** Clean text; a block's begins at `longestLiteral`, behind the end of the unfinished line before. */
    text: bytesAt(1, longestLiteral + 3 * (blockBytes + 16) + 160),
    literals: numbersAt(2, mostLiterals * 3),
    literalBytes: bytesAt(3, mostLiterals * longestLiteral),
    bucketLiterals: bytesAt(4, mostLiterals),
    bucketStart: numbersAt(5, buckets + 1),
    masks: bytesAt(6, 3 * 2 * 16),
    rows: numbersAt(7, mostRows * 4),
    clean,
    find,
    get escape(): number {
      return field('escape');
    },
    set escape(number: number) {
      state[fields.escape] = number;
    },
    get consumed(): number {
      return field('consumed');
    },
    get found(): number {
      return field('found');
    },
    get restLiteral(): number {
      return field('restLiteral');
    },
    get restMatchEnd(): number {
      return field('restMatchEnd');
    },
    /** Whose literals are loaded. */
    owner: undefined as object | undefined,
  };
}
