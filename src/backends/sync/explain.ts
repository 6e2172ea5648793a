import { RingbackError } from '../../base/errors.ts';

/** What went wrong there, and what to do about it. */
export function explainFailure(code: number, stderr: string): RingbackError {
  const said = stderr.trim().split('\n').at(-1)?.trim() ?? '';
  const because = said && `: ${said}`;
  if (code === 90 || code === 127)
    return new RingbackError(
      'no_program',
      `There is no ${code === 90 ? said || 'tar' : 'tar or shell'} there, which is needed to transfer files.`,
      'Install it there (busybox is enough), or take "sync" out of this environment.',
    );
  if (/no space left|quota exceeded/i.test(stderr))
    return new RingbackError(
      'failed',
      `The disk there is full${because}.`,
      'Make room there, or send less: .ringbackignore names what stays here.',
    );
  if (code === 91 && !/permission|read-only/i.test(stderr))
    return new RingbackError(
      'no_folder',
      `The folder there cannot be entered or made${because}.`,
      'Set "to" of "sync" to a folder that the user there can use.',
    );
  if (/read-only file system|permission denied|not permitted/i.test(stderr))
    return new RingbackError(
      'failed',
      `The folder there cannot be used${because}.`,
      'Set "to" of "sync" to a folder that the user there may write.',
    );
  return new RingbackError('failed', `Files could not be transferred (status ${code})${because}.`);
}
