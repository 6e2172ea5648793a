import type { NeedsInputEvent } from '../../wire/events.ts';
import { logCall, processName, startedLines } from './about-process.ts';
import { block } from './block.ts';
import { fenceStart, formatName } from './fence.ts';
import { formatMoment } from './moment.ts';

const LINE_CHARACTERS = 500;

export function needsInputText(event: NeedsInputEvent): string {
  const { session_id, waiting_since, pid, program, evidence, prompt } = event;
  const isCertain = evidence === 'certain';
  return block(`${processName(session_id)} ${isCertain ? 'waits' : 'probably waits'} for input.`, [
    `Who waits, since ${formatMoment(waiting_since)}: ${formatName(program)} (pid ${pid}). ${describeEvidence(event)}`,
    ...startedLines(event),
    ...(prompt === ''
      ? ['It has printed nothing.']
      : ['What it asks (its last line):', fenceStart(prompt, LINE_CHARACTERS)]),
    ...describeAnswer(event),
    `Everything it printed: ${logCall(session_id)}`,
  ]);
}

/** A guess is called one (promise 19). */
function describeEvidence({ evidence, by }: NeedsInputEvent): string {
  if (evidence === 'certain') return 'This is certain: it is blocked in a read of its input.';
  const why =
    by === 'refused'
      ? 'the system lets nobody look at it'
      : `it waits for several things, its input probably among them (${formatName(by)})`;
  return `This is a guess: ${why}, and its last line is unfinished.`;
}

/** A model is not invited to make up a secret, nor to ask for one. */
function describeAnswer({ session_id, hidden }: NeedsInputEvent): readonly string[] {
  const id = formatName(session_id);
  const submit = `process(action="submit", session_id="${id}", data="…")`;
  if (!hidden) return [`To answer: ${submit}`];
  return [
    'What is typed is not shown: it asks for a password or another secret. Do not make one up and do not look for one.',
    `A person answers it with: ringback attach ${id}`,
    `Only if the user gave you the answer for this: ${submit}`,
  ];
}
