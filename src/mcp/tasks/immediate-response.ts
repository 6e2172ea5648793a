/** Claude Code cuts here. */
const LONGEST = 2_000;
/** What is left of a text that is too long. */
const SHORTENED = 200;

type Result = Readonly<Record<string, unknown>>;

/** What the model must know to go on, before anything that may be cut. */
const essential = [
  'session_id',
  'status',
  'delivery',
  'notify_on_complete',
  'timed_out',
  'error',
  'hint',
  'pid',
];

/**
 * What the model sees of a call that was answered with a task, and how many of the notifications that ride on it are in
 * there: one that would be cut off has not arrived (trap 17).
 */
export function immediateResponse(result: Result): { text: string; notifications: number } {
  const { notifications, ...rest } = arrange(result);
  const texts = Array.isArray(notifications) ? notifications : [];
  for (let count = texts.length; count > 0; count -= 1) {
    const text = JSON.stringify({ ...rest, notifications: texts.slice(0, count) });
    if (text.length <= LONGEST) return { text, notifications: count };
  }
  return { text: fit(rest), notifications: 0 };
}

function arrange(result: Result): Record<string, unknown> {
  const first = essential.filter((name) => name in result).map((name) => [name, result[name]]);
  return { ...Object.fromEntries(first), ...result };
}

/** Long texts are shortened first, then whole fields go, the last ones first. */
function fit(result: Result): string {
  const whole = JSON.stringify(result);
  if (whole.length <= LONGEST) return whole;
  let fields = Object.entries(result).map(([name, value]) => [name, shorten(value)] as const);
  for (;;) {
    const text = JSON.stringify(Object.fromEntries(fields));
    if (text.length <= LONGEST || fields.length === 0) return text;
    fields = fields.slice(0, -1);
  }
}

function shorten(value: unknown): unknown {
  if (typeof value !== 'string' || value.length <= SHORTENED) return value;
  return `${value.slice(0, SHORTENED).toWellFormed()}… (${value.length - SHORTENED} characters more)`;
}
