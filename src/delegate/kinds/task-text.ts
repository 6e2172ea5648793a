import type { Assignment } from '../runner.ts';

const ABOUT = [
  'You carry out one task for another agent, unattended: nobody reads along, and nobody can answer a question.',
  'Where something is unclear, decide sensibly and say what you have decided.',
  'Your last message is all that is handed back: let it be complete, and stand alone.',
].join(' ');

/** What another agent is told: it knows nothing of where the task comes from. */
export function taskText({ goal, context, role }: Pick<Assignment, 'goal' | 'context' | 'role'>): string {
  const parts = [ABOUT, `Your task:\n${goal}`];
  if (context) parts.push(`What you are told about it:\n${context}`);
  if (role !== 'leaf') parts.push(`Your role: ${role}`);
  return parts.join('\n\n');
}

/** What it is told while it works. It never begins as a command of the agent's own would. */
export function messageText(text: string): string {
  return `A message from whoever gave you the task:\n\n${text}`;
}
