import type { ProcessSnapshot } from '../../engine/types.ts';
import type { Delivery } from '../../wire/tool.ts';
import { advice } from '../delivery.ts';

type Facts = {
  readonly seconds: number;
  /** The requested time, if it is more than one call may wait. */
  readonly loweredFrom: number | undefined;
  readonly process: ProcessSnapshot;
  readonly delivery: Delivery;
};

/** For a wait that ended within the lowered limit. */
export function describeLowered(from: number, to: number): string {
  return `${from} s was lowered to the limit of one call, ${to} s.`;
}

/** Trap 16: a model retries what reads like a failure again and again. */
export function timeoutNote({ seconds, loweredFrom, process, delivery }: Facts): string {
  const lowered = loweredFrom === undefined ? '' : ` (${loweredFrom} s was lowered to the limit of one call)`;
  const beginning = `Waited ${seconds} s${lowered}. This is not an error: the command ${process.life.state === 'queued' ? 'is still queued and has not started yet' : 'is still running'}.`;
  if (delivery !== 'none') {
    if (process.notifyOnComplete)
      return `${beginning} Its end will be reported${process.notifyOn === 'failure' ? ' if it fails' : ''}. ${advice[delivery]}`;
    if (process.ready !== '' && process.readyAt === 0)
      return `${beginning} That it is ready will be reported, and its end if it fails or comes before that. ${advice[delivery]}`;
    if (process.watchPatterns.length > 0)
      return `${beginning} Matching lines will be reported; its end only if it fails, or if no line matched before. ${advice[delivery]}`;
  }
  return `${beginning} No notification of its end will come: wait again, or ask for one with process(action="notify").`;
}
