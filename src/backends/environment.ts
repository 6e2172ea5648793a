import type { Readable, Writable } from 'node:stream';
import type { ZodMiniType } from 'zod/mini';

/** What stands for one place across restarts: a container's id, a job's number. Empty where the settings say it all. */
export type PlaceRef = Readonly<Record<string, string>>;

/** How a program in a place ended. `code` is null when the connection broke first; `stderr` is the last of what it complained. */
export type ProgramEnd = { readonly code: number | null; readonly stderr: string };

/** A program that runs in a place, and the line to it. */
export type Program = {
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** Never rejects. After it nothing more comes out of `stdout`. */
  readonly ended: Promise<ProgramEnd>;
  /** Hangs up: the program finds the end of its input. What it left behind lives on. */
  close(): void;
};

/** Somewhere that programs can be run now. */
export type Place = {
  readonly ref: PlaceRef;
  /** `args` reach the program as they are, through no shell of ours. Rejects when it cannot be started at all. */
  run(args: readonly string[]): Promise<Program>;
  /** Lets go of the line; nothing that runs there ends. */
  close(): Promise<void>;
};

/** It is certain that this place is no more, and what ran in it neither. The message is the reason, a sentence. */
export class PlaceGone extends Error {}

/** What a batch system does itself: it starts the process, in its own time, somewhere. */
export type Batch = {
  /** A place from which jobs are submitted and that sees the same files as they do. */
  openFront(signal: AbortSignal): Promise<Place>;
  /** Hands over what to run (a program and arguments). Called again with the same id it finds the job of the first time. */
  submit(
    front: Place,
    job: { readonly processId: string; readonly args: readonly string[] },
  ): Promise<PlaceRef>;
  look(front: Place, ref: PlaceRef): Promise<JobState>;
  /** Takes it out of the queue. One that has begun goes on: who knows its keeper ends it. */
  cancelQueued(front: Place, ref: PlaceRef): Promise<void>;
};

export type JobState =
  | { readonly state: 'queued'; readonly reason: string }
  | { readonly state: 'running' }
  /** `reason` says how, in a sentence: completed, cancelled, out of time, its node failed. */
  | { readonly state: 'over'; readonly reason: string };

export type OpenRequest = {
  /** That very place, and never another: `PlaceGone` where it is no more. Absent: one for new processes, made if there is none. */
  readonly ref?: PlaceRef;
  /** Whose place it is, where each process has its own. A place that was made for it before is found again. */
  readonly processId?: string;
};

/** One configured environment. */
export type Environment = {
  /** Each process gets a place of its own (a job, a pod), which goes with it. */
  readonly isPerProcess: boolean;
  /** People log in there: commands get what a login shell gives. Elsewhere what the place itself gives, such as an image. */
  readonly hasLogin?: boolean;
  /** Fails with `PlaceGone`, or with any other error: then it cannot be reached now, and is tried again. */
  open(request: OpenRequest, signal: AbortSignal): Promise<Place>;
  /** Nothing runs in it any more: it is stopped or removed, as its settings say. Absent: there is nothing to stop. */
  release?(ref: PlaceRef): Promise<void>;
  readonly batch?: Batch;
  /** Lets go of everything; nothing that runs there ends. */
  close(): Promise<void>;
};

export type OpenEnvironment = {
  /** As it is called in the configuration. */
  readonly name: string;
  /** Private to this environment, on this machine: control sockets and the like. It exists, mode 0700, and its path is short. */
  readonly folder: string;
  /** Stands for this home: places that it made are labelled with it, so that two homes never take each other's. */
  readonly owner: string;
  /** A place of another environment of this home, for kinds whose clients run there (Slurm behind a login node). */
  readonly openOther?: (name: string, signal: AbortSignal) => Promise<Place>;
};

/** One kind of environment: a file under kinds/. */
export type EnvironmentKind<Settings> = {
  readonly kind: string;
  /** One line for people. */
  readonly summary: string;
  readonly schema: ZodMiniType<Settings>;
  /** Settings that are never shown. */
  readonly secrets?: readonly string[];
  /** Touches nothing yet. */
  create(settings: Settings, options: OpenEnvironment): Environment;
  /** What has to be there on this machine (a program, a socket), each with what to do where it is not. For `ringback doctor`. */
  check?(settings: Settings): Promise<readonly KindCheck[]>;
};

export type KindCheck = {
  readonly name: string;
  readonly isFine: boolean;
  readonly detail: string;
  readonly hint?: string;
};

export function defineEnvironment<Settings>(kind: EnvironmentKind<Settings>): EnvironmentKind<Settings> {
  return kind;
}
