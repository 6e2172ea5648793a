import type { Reply } from './scripted-model.ts';

/**
 * What a model says that builds something so many times: a build in the background and a command beside it; when it rings, the
 * next one. It is told what users and rings have said, and whether it has just seen results.
 */
export function builder(effects: string, rounds: number) {
  const note = (word: string) => `echo ${word} >> '${effects}'`;
  return (shown: readonly string[], hasResults: boolean): Reply => {
    const [first = ''] = shown;
    if (/^(PERSON|RING|THE SUMMARY)/.test(first)) return `[heard ${countHeard(first)}]`;
    const before = first.startsWith('[Summary]') ? countHeard(first) : 0;
    const heard = before > 0 ? [...new Array<string>(before).fill(''), ...shown.slice(1)] : shown;
    const round = heard.length;
    const isLast = round > rounds;
    if (hasResults) return isLast ? 'all done' : 'started';
    if (round > 1 && !heard.at(-1)?.startsWith('[IMPORTANT')) return 'that was no ring';
    if (isLast) return [['terminal', { command: note('rung') }]];
    const build = {
      command: `${note(`built${round}`)}; sleep 0.2`,
      background: true,
      notify_on_complete: true,
    };
    return [
      ['terminal', build],
      ['terminal', { command: note(`beside${round}`) }],
      // Nobody allows it.
      ['terminal', { command: note('never') }],
    ];
  };
}

/** What was said to it, in a text that it is to summarise, or has. */
function countHeard(text: string): number {
  const before = Number(/\[heard (\d+)\]/.exec(text)?.[1] ?? 0);
  return before + (text.match(/^(PERSON|RING): /gm)?.length ?? 0);
}
