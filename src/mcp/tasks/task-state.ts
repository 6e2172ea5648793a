import type { WireTask } from '../../wire/tool.ts';

type Other<Status> = Omit<WireTask, 'status' | 'result' | 'prompt'> & { readonly status: Status };

/** How a task is. The daemon's are of the first kind, and may become the last; the protocol knows more, and so does its test suite. */
export type TaskState =
  | (WireTask & { readonly is_error?: boolean })
  | (Other<'failed'> & { readonly error: { readonly code: number; readonly message: string } })
  | (Other<'input_required'> & { readonly input_requests: Readonly<Record<string, object>> });
