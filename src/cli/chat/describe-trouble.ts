import { formatAge } from '../../base/age.ts';
import type { WireConversation } from '../../wire/conversation.ts';

/** What keeps a conversation from going on, and when it tries again; empty: nothing. */
export function describeTrouble({ trouble }: WireConversation): string {
  if (!trouble) return '';
  const { message, retry_at: at } = trouble;
  return at === null ? message : `${message} Trying again in ${formatAge(Date.parse(at) - Date.now())}.`;
}
