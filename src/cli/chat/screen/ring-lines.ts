import { describeBack } from '../back.ts';
import { shortId } from '../short-id.ts';
import { oneLine, spread } from './fit.ts';
import type { Style } from './style.ts';

const AGE = String.raw`(?:, ran (?<ran>\w+))?`;
const ended = new RegExp(
  String.raw`^(?<how>completed normally|exited) \(exit code (?<code>\d+|unknown)[^)]*\)\.(?: Started .*?${AGE}\.)?$`,
);

/** How a notification begins. */
const head = /^\[IMPORTANT: |^\[.* COMPLETE — /;

/** One `◆` line for each notification that a ring tells of, with how to see what was printed. */
export function drawRing(text: string, width: number, style: Style): string[] {
  return notificationsIn(text).map((happened) => {
    const { id, words, isBad } = describe(happened);
    const mark = isBad ? style.bad('◆') : style.good('◆');
    const hint = id === undefined ? '' : style.dim(`/log ${shortId(id)}`);
    return spread(`${mark} ${words}`, hint, width);
  });
}

/** Each by itself; what is quoted in one cannot begin another. */
function notificationsIn(text: string): string[] {
  const blocks = text.split(new RegExp(`(?=${head.source})`, 'm')).filter((block) => head.test(block));
  return blocks.length > 0 ? blocks : [text];
}

/** By its first line, which says what happened: what follows is quoted, or advice for the model. */
function describe(happened: string): { id?: string; words: string; isBad: boolean } {
  const back = describeBack(happened);
  if (back) return back;
  const [first = ''] = happened.split('\n');
  const line = oneLine(head.test(first) ? first.replace(/^\[IMPORTANT: /, '') : happened);
  const about = /^Background process (proc_[0-9a-f]{12}) (.*)$/.exec(line);
  if (!about) return { words: line, isBad: false };
  const [, id = '', what = ''] = about;
  const end = ended.exec(what)?.groups;
  if (!end) {
    const words = what.split('. Started')[0]?.replace(/\.$/, '') ?? what;
    return { id, words: `${shortId(id)} ${words}`, isBad: /^was |^never /.test(words) };
  }
  const isBad = end.code !== '0';
  const parts = [`${shortId(id)} ${isBad ? 'failed' : 'is done'}`, `exit ${end.code}`, end.ran];
  return { id, words: parts.filter(Boolean).join(', '), isBad };
}
