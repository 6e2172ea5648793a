import { type Fields, numberField, timeField, truthField } from './frames/record.ts';

/** What a waiting thread was found in; `refused`: the system does not let its keeper look (setuid programs). */
const waysOfWaiting = ['read', 'poll', 'select', 'epoll', 'io_uring', 'refused'] as const;

/** Somebody is asked to type, as a keeper observed it (promise 19). */
export type Prompt = {
  /** The same for every mention of this prompt, and no other prompt of this process has it. */
  readonly id: string;
  /** Bytes printed when it was noticed: what is asked stands before this offset. */
  readonly offset: number;
  readonly since: number;
  readonly pid: number;
  /** Its name as the kernel has it, at most 15 bytes. The process chooses it. */
  readonly program: string;
  /** `certain`: it is blocked in a read on its terminal or stdin. */
  readonly evidence: 'certain' | 'likely';
  readonly by: (typeof waysOfWaiting)[number] | 'unknown';
  /** What is typed is not shown: a password. */
  readonly hidden: boolean;
};

/** Why nobody is asked any more. */
export type Passing = { readonly id: string; readonly why: 'input' | 'output' | 'left' | 'ended' };

/** Undefined: nobody is asked. STATUS has it under longer names. */
export function parsePrompt(fields: Fields, prefix = ''): Prompt | undefined {
  const offset = numberField(fields, `${prefix}offset`);
  const pid = numberField(fields, `${prefix}pid`);
  if (offset === undefined || pid === undefined) return undefined;
  return {
    id: promptId(fields, prefix),
    offset,
    pid,
    since: timeField(fields, `${prefix}since`) ?? 0,
    program: (fields.get(`${prefix}program`) ?? '').replace(/\p{C}/gu, '?'),
    evidence: fields.get(`${prefix}evidence`) === 'certain' ? 'certain' : 'likely',
    by: waysOfWaiting.find((way) => way === fields.get(`${prefix}by`)) ?? 'unknown',
    hidden: truthField(fields, `${prefix}hidden`),
  };
}

export function parsePassing(fields: Fields): Passing {
  const why = fields.get('why');
  return {
    id: promptId(fields, ''),
    why: why === 'input' || why === 'output' || why === 'ended' ? why : 'left',
  };
}

/** Whatever is printed or typed makes the next prompt another. */
function promptId(fields: Fields, prefix: string): string {
  return `${numberField(fields, `${prefix}offset`) ?? 0}.${numberField(fields, `${prefix}typed`) ?? 0}`;
}
