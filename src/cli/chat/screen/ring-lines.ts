import { shortId } from '../short-id.ts';
import { oneLine, spread } from './fit.ts';
import type { Style } from './style.ts';

const AGE = String.raw`(?:, ran (?<ran>\w+))?`;
const ended = new RegExp(
  String.raw`^(?<how>completed normally|exited) \(exit code (?<code>\d+|unknown)[^)]*\)\.(?: Started .*?${AGE}\.)?$`,
);

/** One `◆` line for each notification that a ring tells of, with how to see what was printed. */
export function drawRing(text: string, width: number, style: Style): string[] {
  return notificationsIn(text).map((happened) => {
    const { id, words, isBad } = describe(happened);
    const mark = isBad ? style.bad('◆') : style.good('◆');
    const hint = id === undefined ? '' : style.dim(`/log ${shortId(id)}`);
    return spread(`${mark} ${words}`, hint, width);
  });
}

/** The first line of each: what happened. Everything after it is quoted, or advice for the model. */
function notificationsIn(text: string): string[] {
  const lines = text.split('\n').filter((line) => /^\[IMPORTANT: |^\[.* COMPLETE — /.test(line));
  return lines.length > 0 ? lines.map((line) => line.replace(/^\[IMPORTANT: /, '')) : [text];
}

function describe(happened: string): { id?: string; words: string; isBad: boolean } {
  const line = oneLine(happened);
  const back = /^\[ASYNC DELEGATION (BATCH )?COMPLETE — (dlg_[0-9a-f]{12})\]$/.exec(line);
  if (back) {
    const words = back[1] === undefined ? 'delegate is back' : 'delegates are back';
    return { words: `${words}, ${shortId(back[2] ?? '')}`, isBad: false };
  }
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
