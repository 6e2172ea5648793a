import { RingbackError } from '../../../base/errors.ts';
import type { Address } from './address.ts';
import type { Engine } from './engine.ts';

/** The engine answered, and the answer is no. */
export class Refusal extends RingbackError {
  readonly status: number;

  constructor(engine: Engine, status: number, body: string) {
    super(
      status === 404 ? 'not_found' : 'failed',
      `${engine.name} says: ${asSentence(messageOf(body), status)}`,
    );
    this.status = status;
  }
}

export function isRefusal(error: unknown, status: number): boolean {
  return error instanceof Refusal && error.status === status;
}

/** The engine did not answer: it may be down, starting, or far away. */
export function explainSilence(engine: Engine, address: Address, error: Error): RingbackError {
  const { code } = error as NodeJS.ErrnoException;
  const where = address.transport === 'unix' ? address.path : `${address.host}:${address.port}`;
  if (code === 'ENOENT') {
    return new RingbackError(
      'failed',
      `${engine.name} does not listen: there is no ${where}.`,
      engine.startHint,
    );
  }
  if (code === 'EACCES' || code === 'EPERM') {
    return new RingbackError('failed', `You may not use ${engine.name}'s socket ${where}.`, engine.allowHint);
  }
  if (code === 'ECONNREFUSED') {
    return new RingbackError(
      'failed',
      `${engine.name} is down: nobody answers at ${where}.`,
      engine.startHint,
    );
  }
  if (error.name === 'TimeoutError') {
    return new RingbackError('failed', `${engine.name} at ${where} takes too long to answer.`);
  }
  return new RingbackError('failed', `${engine.name} at ${where} cannot be reached: ${error.message}.`);
}

function messageOf(body: string): string {
  try {
    const { message } = JSON.parse(body) as { message?: unknown };
    if (typeof message === 'string' && message !== '') return message.trim();
  } catch {
    // A proxy in between may say it in its own words.
  }
  return body.trim();
}

function asSentence(message: string, status: number): string {
  const text = message === '' ? `status ${status}` : message;
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
