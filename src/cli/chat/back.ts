import { shortId } from './short-id.ts';

/** What the first lines of a notification say of delegates that have come back; see src/notify/texts/delegation.ts. */
const back = /^\[ASYNC DELEGATION (?<batch>BATCH )?COMPLETE — (?<id>dlg_[0-9a-f]{12})\](?:\n|$)/;
const facts = /^Sent off .*, took (?<took>\w+)(?:, .*)?\. Status: (?<status>\w+)\.$/m;

/** `delegates 3f9c are back, completed, 14s`, when that is what the notification tells. */
export function describeBack(text: string): { readonly words: string; readonly isBad: boolean } | undefined {
  const title = back.exec(text)?.groups;
  if (!title) return;
  const { batch, id = '' } = title;
  const { took, status } = facts.exec(text)?.groups ?? {};
  const who = batch === undefined ? `delegate ${shortId(id)} is back` : `delegates ${shortId(id)} are back`;
  const words = [who, status, took].filter(Boolean).join(', ');
  return { words, isBad: status !== undefined && status !== 'completed' && status !== 'success' };
}
