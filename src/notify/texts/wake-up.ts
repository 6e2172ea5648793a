import { formatAge } from '../../base/age.ts';
import type { WakeUpEvent } from '../../wire/events.ts';
import type { WireLateReason, WirePart } from '../../wire/wake.ts';
import { block, type Lines } from './block.ts';
import { countOf, fence, fenceStart, formatName } from './fence.ts';
import { formatMoment } from './moment.ts';

const COMMAND_CHARACTERS = 200;
const LINE_CHARACTERS = 500;

const because: Readonly<Record<WireLateReason, string>> = {
  not_running: 'Ringback was not running at the time',
  machine_off: 'the machine was off or starting at the time',
  asleep: 'the machine was asleep at the time',
  clock_set: 'the clock was set forward over its time',
  busy: 'the machine was busy',
};

export function wakeUpText(event: WakeUpEvent): string {
  const { wake_id, note, set_at } = event;
  return block(`Wake-up ${formatName(wake_id)}: ${describeCause(event)}. Set ${formatMoment(set_at)}.`, [
    ...(note.trim() === '' ? [] : ['The note that was left with it:', fence(note)]),
    ...(event.parts ?? []).flatMap(partLines),
    lateLine(event),
    ...repeatLines(event),
  ]);
}

function describeCause({ kind, due_at, mode, is_impossible, is_cancelled }: WakeUpEvent): string {
  if (is_cancelled) return 'it was cancelled, and rings no more';
  if (kind !== 'when') return `its time, ${formatMoment(due_at)}, has come`;
  if (is_impossible) return 'what it waits for can no longer happen';
  return mode === 'all'
    ? 'everything that it waits for has happened'
    : 'something that it waits for has happened';
}

function partLines({ part, state, at, command, exit_code, signal, line, why }: WirePart): Lines {
  const name = formatName(part);
  const when = at === undefined ? '' : ` ${formatMoment(at)}`;
  const status =
    exit_code === undefined
      ? ''
      : `, exit code ${exit_code ?? 'unknown'}${signal ? `, ${formatName(signal)}` : ''}`;
  const happened = {
    waiting: `${name}: has not happened yet.`,
    happened: `${name}: happened${when}${status}.`,
    never: `${name}: can no longer happen${why === undefined ? '' : `: ${why}`}${status}.`,
  }[state];
  return [
    happened,
    command === undefined ? undefined : fenceStart(`$ ${command}`, COMMAND_CHARACTERS),
    ...(line === undefined ? [] : ['The line that matched:', fenceStart(line, LINE_CHARACTERS)]),
  ];
}

function lateLine({ late_ms, late_reason }: WakeUpEvent): string | undefined {
  if (late_ms === undefined || late_reason === undefined) return undefined;
  return `It rings ${formatAge(late_ms)} late, because ${because[late_reason]}.`;
}

function repeatLines({ wake_id, every, tz, missed = 0, next_at }: WakeUpEvent): Lines {
  if (every === undefined) return [];
  const zone = tz === undefined ? '' : `, time zone ${formatName(tz)}`;
  return [
    missed === 0
      ? undefined
      : `It stands for ${countOf(missed, 'more time', 'more times')} that passed and could not be told.`,
    next_at === undefined
      ? 'It does not ring again.'
      : `It rings again ${formatMoment(next_at)}. To end that: wake(action="cancel", id="${formatName(wake_id)}"). It repeats${zone}:`,
    next_at === undefined ? undefined : fence(every),
  ];
}
