import type { Redactor } from '../../redact/redactor.ts';
import type { SeenFiles } from './seen.ts';

/** What the file tools of one conversation share. */
export type FileContext = {
  /** The folder of the conversation: relative paths begin there. */
  readonly folder: string;
  readonly redactor: Redactor;
  readonly seen: SeenFiles;
};
