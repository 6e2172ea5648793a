import { RingbackError } from '../base/errors.ts';
import { newNotificationId } from '../base/ids.ts';
import { lookBack } from '../redact/limits.ts';
import type { DelegationEvent, OtherEvent } from '../wire/events.ts';
import type { NotifyContext } from './context.ts';
import type { Notification } from './ledger.ts';
import { say } from './say.ts';
import { formatCount } from './texts/fence.ts';
import { keyOf, typeRow } from './types.ts';

/** Of one text: what waits for a session must fit into memory, however much was handed in. */
const MOST_CHARACTERS = 250_000;

export function handIn(
  context: NotifyContext,
  session: string,
  event: DelegationEvent | OtherEvent,
  id?: string,
): Notification {
  if (typeRow(event.type).writer === 'engine')
    throw new RingbackError('bad_request', `Events of type ${event.type} are made by Ringback itself.`);
  const [own = newNotificationId()] = id === undefined ? typeRow(event.type).fact(event) : [id];
  const key = keyOf(event, [session, own]);
  const since = 'dispatched_at' in event ? event.dispatched_at : context.now();
  const redacted = redactTexts(event, (text) => keepStart(context, text));
  context.host.store.transaction(() => {
    say(context, redacted, since, { key, session });
    context.onFact({ type: 'handed_in', session, event: event.type, own: String(own) });
  });
  const written = context.ledger.byKey(key);
  if (written) return written;
  throw new RingbackError('failed', 'The event could not be written down.');
}

/** Redacted before it is cut, as everything is. */
function keepStart({ redactor }: NotifyContext, text: string): string {
  if (text.length <= MOST_CHARACTERS) return redactor.redact(text);
  const start = redactor
    .redact(text.slice(0, MOST_CHARACTERS + lookBack), { to: MOST_CHARACTERS })
    .replace(/[\ud800-\udbff]$/, '');
  return `${start}\n(${formatCount(text.length)} characters, of which the first ${formatCount(MOST_CHARACTERS)} were kept)`;
}

/** Every text in it, however deep. */
function redactTexts<T>(value: T, redact: (text: string) => string): T {
  if (typeof value === 'string') return redact(value) as T;
  if (Array.isArray(value)) return value.map((one) => redactTexts(one, redact)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, redactTexts(one, redact)])) as T;
}
