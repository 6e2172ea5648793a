import { type Fields, numberField, timeField, truthField } from './frames/record.ts';

/** What a keeper says of the command that it has started. */
export type Started = {
  /** 0: it is held, and has not begun. */
  readonly pid: number;
  readonly keeperPid: number;
  readonly startedAt: number;
  readonly pty: boolean;
  readonly ptyNote: string | undefined;
};

export function parseStarted(fields: Fields): Started {
  return {
    pid: numberField(fields, 'pid') ?? 0,
    keeperPid: numberField(fields, 'keeper_pid') ?? 0,
    startedAt: timeField(fields, 'started_at') ?? Date.now(),
    pty: truthField(fields, 'pty'),
    ptyNote: fields.get('pty_note'),
  };
}
