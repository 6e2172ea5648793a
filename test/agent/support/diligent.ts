import { scriptedModel, textOf } from './scripted-model.ts';

/** A call that a message asks for; `untilEnded`: made again as long as its answer says that the process runs. */
export type Asked = {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly untilEnded?: true;
};

/**
 * A model that makes the calls of a message, given as JSON, one after the other in one turn. Each is about the process that the
 * first has started. It says `done` at the end, and `rung` to rings.
 */
export const diligent = scriptedModel(({ messages }) => {
  const at = messages.findLastIndex(({ role }) => role === 'user');
  const text = textOf(messages[at]);
  if (text.startsWith('[IMPORTANT')) return 'rung';
  const answers = messages
    .slice(at)
    .flatMap((message) =>
      message.role === 'tool' ? message.content.map(({ output }) => JSON.parse(output)) : [],
    );
  const asked = JSON.parse(text) as Asked[];
  const next = answers.reduce((place: number, { status }) => {
    return asked[place]?.untilEnded && status === 'running' ? place : place + 1;
  }, 0);
  const call = asked[next];
  if (!call) return 'done';
  const about = next === 0 ? {} : { session_id: answers[0].session_id };
  return [[call.tool, { ...about, ...call.input }]];
});
