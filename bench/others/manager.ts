/** A tool that runs commands in the background, driven as a user would drive it. Scripts are files for `sh`. */
export type Manager = {
  readonly name: string;
  readonly version: string;
  /** Whether it is started from the shell; a library is not, and its start is measured elsewhere. */
  readonly hasCommandLine: boolean;
  /** The program that holds everything, and that dies when it is killed. */
  pid(): number;
  /** What else it keeps in memory for its processes. */
  helpers(): number[];
  /** Returns when the tool says that it has done so. */
  start(name: string, script: string): Promise<void>;
  /** How many bytes of its output were kept so far. */
  keptBytes(name: string): number;
  keptOutput(name: string): Promise<string>;
  exitCode(name: string): Promise<number | undefined>;
  /** Brings it up again after it was killed. */
  restart(): Promise<void>;
  /** Ends it and all that it runs. */
  close(): Promise<void>;
};

/** Undefined when it is not installed and cannot be had. */
export type OpenManager = (folder: string) => Promise<Manager | undefined>;
