import { join } from 'node:path';
import { delegatesFolder } from '../base/home.ts';
import type { Assignment } from './runner.ts';

/** What a delegate keeps besides its result. Named as its session is: a process that had to be started anew has another id. */
export function folderOf(home: string, { session }: Pick<Assignment, 'session'>): string {
  return join(delegatesFolder(home), session.replace(/^delegate:/, ''));
}
