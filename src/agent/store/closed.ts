import { failpoint } from '../../base/failpoint.ts';
import { conversationLife } from '../lives.ts';
import type { Rows } from './rows.ts';

/** Its turn has ended: what rings from now on is stored, and makes none. */
export function leave(rows: Rows, conversation: string): void {
  rows.transaction(() => {
    if (stateOf(rows, conversation) === 'closed') return;
    rows.change('UPDATE conversations SET state = ? WHERE id = ?', conversationLife, 'leave', conversation);
    rows.nextSequence(conversation);
    failpoint('agent:before-left');
  });
}

/** What was not heard makes a turn now. */
export function reopen(rows: Rows, conversation: string): void {
  rows.transaction(() => {
    if (stateOf(rows, conversation) !== 'closed') return;
    rows.change('UPDATE conversations SET state = ? WHERE id = ?', conversationLife, 'reopen', conversation);
    rows.nextSequence(conversation);
    failpoint('agent:before-reopened');
  });
}

function stateOf(rows: Rows, conversation: string): unknown {
  return rows.get('SELECT state FROM conversations WHERE id = ?', conversation)?.state;
}
