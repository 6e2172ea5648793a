import { formatAge } from '../../base/age.ts';
import type { DelegationEvent, DelegationStatus, DelegationTask } from '../../wire/events.ts';
import { type Lines, titledBlock } from './block.ts';
import { countOf, fence, formatName } from './fence.ts';
import { formatMoment } from './moment.ts';

const MOVED_ON =
  'You may have moved on since, or be in another conversation: take it up only if it still matters.';

/** What is said where nobody said what happened. */
const unsaid: Partial<Readonly<Record<DelegationStatus, string>>> = {
  unknown: 'Its outcome is unknown: its own process died without a result.',
  stalled: 'It made no progress any more, and was stopped.',
};

export function delegationText(event: DelegationEvent): string {
  const { tasks } = event;
  if (tasks === undefined) {
    return titledBlock('ASYNC DELEGATION', event.delegation_id, [
      `A sub-agent that you sent off in the background has come back. ${MOVED_ON}`,
      ...sentOffLines(event),
      ...endLines(event),
    ]);
  }
  return titledBlock('ASYNC DELEGATION BATCH', event.delegation_id, [
    `A fan-out of sub-agents that you sent off in the background has come back. ${MOVED_ON}`,
    ...sentOffLines(event),
    ...(tasks.length === 0
      ? endLines(event)
      : [...section('What happened', event.error), ...section('Result', event.result)]),
    ...tasks.flatMap((task, index) => taskLines(task, index + 1, tasks.length)),
  ]);
}

/** It stands alone: the agent may be in a new conversation that knows nothing of what it asked for. */
function sentOffLines(event: DelegationEvent): Lines {
  const took = formatAge(event.completed_at - event.dispatched_at);
  return [
    `Sent off ${formatMoment(event.dispatched_at)}, took ${took}${apiCalls(event)}. Status: ${formatName(event.status)}.`,
    ...section('Goal', event.goal),
    ...section('Context handed over', event.context),
    ...section('Toolsets', event.toolsets?.join(', ')),
    ...section('Role', event.role),
    ...section('Model', event.model),
  ];
}

function taskLines(task: DelegationTask, number: number, count: number): Lines {
  const mark = isGood(task.status) ? '✓' : '✗';
  const took = task.duration_seconds === undefined ? '' : `, took ${formatAge(task.duration_seconds * 1000)}`;
  return [
    `${mark} Task ${number} of ${count}: ${formatName(task.status)}${took}${apiCalls(task)}.`,
    ...section('Goal', task.goal),
    ...endLines(task),
  ];
}

/** The complete result; or what happened, and what there is of it. */
function endLines({ status, result, error }: Pick<DelegationTask, 'status' | 'result' | 'error'>): Lines {
  if (isGood(status)) {
    return [...section('Error', error), ...(result ? section('Result', result) : ['It returned no text.'])];
  }
  return [
    ...(error ? section('What happened', error) : [unsaid[status] ?? 'What happened was not said.']),
    ...(result ? section('Partial output', result) : ['There is no output.']),
  ];
}

function isGood(status: DelegationStatus): boolean {
  return status === 'completed' || status === 'success';
}

function section(title: string, text: string | undefined): string[] {
  return text ? [`${title}:`, fence(text)] : [];
}

function apiCalls({ api_calls }: { readonly api_calls?: number }): string {
  return api_calls === undefined ? '' : `, ${countOf(api_calls, 'API call', 'API calls')}`;
}
