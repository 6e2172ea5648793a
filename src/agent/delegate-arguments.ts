import { isObject } from '../base/is-object.ts';

/** A call of `delegate`, in which delegates of our own kind have the conversation's model where nobody named one. */
export function delegateArguments(input: unknown, model: string | undefined): unknown {
  if (!isObject(input) || model === undefined || model === '' || input.model !== undefined) return input;
  if ((input.action ?? 'send') !== 'send') return input;
  const { tasks, to } = input;
  if (!Array.isArray(tasks)) return isOwn(to) ? { ...input, model } : input;
  const withModel = (task: unknown) =>
    isObject(task) && task.model === undefined && isOwn(task.to ?? to) ? { ...task, model } : task;
  return { ...input, tasks: tasks.map(withModel) };
}

/** Other agents have names of their own for models. */
function isOwn(to: unknown): boolean {
  return to === undefined || to === 'own';
}
