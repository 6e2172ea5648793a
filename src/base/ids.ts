import { randomBytes } from './random.ts';

/** `proc_` and 12 hex digits. */
export function newProcessId(): string {
  return `proc_${randomBytes(6).toString('hex')}`;
}

export function isProcessId(text: string): boolean {
  return /^proc_[0-9a-f]{12}$/.test(text);
}

/** `ring_` and 12 hex digits. */
export function newRingId(): string {
  return `ring_${randomBytes(6).toString('hex')}`;
}

/** `turn_` and 12 hex digits. */
export function newDeliveryId(): string {
  return `turn_${randomBytes(6).toString('hex')}`;
}

/** `ntf_` and 12 hex digits. */
export function newNotificationId(): string {
  return `ntf_${randomBytes(6).toString('hex')}`;
}

/** `wake_` and 12 hex digits. */
export function newWakeUpId(): string {
  return `wake_${randomBytes(6).toString('hex')}`;
}

/** `conv_` and 12 hex digits; also the session key of what the conversation starts. */
export function newConversationId(): string {
  return `conv_${randomBytes(6).toString('hex')}`;
}

export function isConversationId(text: string): boolean {
  return /^conv_[0-9a-f]{12}$/.test(text);
}

/** `dlg_` and 12 hex digits. */
export function newDelegationId(): string {
  return `dlg_${randomBytes(6).toString('hex')}`;
}
