import { delegateKinds } from '../../wire/delegate-kinds.ts';
import type { CommandSpec } from '../spec.ts';
import { any, session } from './shared.ts';

/** Not with an action. */
const sending = [''];

export const delegateSpecs = {
  delegate: {
    summary: 'send an agent off with a goal; it works in the background and reports back once',
    usage: '[options] GOAL | ACTION [options]',
    arguments: any,
    actions: {
      ls: { help: 'list delegations, the last one first' },
      show: { arguments: 'ID', help: 'everything about one: its tasks, what they cost, what came out' },
      say: { arguments: 'ID TEXT', help: 'tell its delegates something while they work' },
      stop: {
        arguments: '[ID…]',
        help: 'stop delegates; they say what they have, and are ended if they take more than 10 s',
      },
    },
    isActionOptional: true,
    takesText: true,
    options: {
      to: {
        actions: sending,
        type: 'string',
        value: 'KIND',
        help: `who does it: ${delegateKinds.join(', ')} (default: own)`,
      },
      model: { actions: sending, type: 'string', value: 'M', help: 'the model that works' },
      on: {
        actions: sending,
        type: 'string',
        value: 'ENV',
        help: 'where its commands run; see: ringback env ls (default: here)',
      },
      cwd: {
        actions: sending,
        type: 'string',
        value: 'DIR',
        help: 'the folder it works in (default: this one)',
        completes: 'folder',
      },
      context: {
        actions: sending,
        type: 'string',
        value: 'TEXT',
        help: 'what it has to know beside the goal; @FILE reads a file, @- the input',
      },
      each: {
        actions: sending,
        type: 'boolean',
        help: 'every argument is a goal with a delegate of its own; all report together',
      },
      role: {
        actions: sending,
        type: 'string',
        value: 'R',
        help: 'what it is told that its role is, such as reviewer',
      },
      'max-runtime': {
        actions: sending,
        type: 'string',
        value: 'S',
        help: 'end each delegate after this time: 600, 10m, 2h',
      },
      wait: {
        actions: sending,
        type: 'boolean',
        help: 'show its steps, then print the result; Ctrl-C leaves it at work',
      },
      session: { ...session, help: 'who is told; ls, stop: only those of this session (default: see inbox)' },
      task: {
        actions: ['say', 'stop'],
        type: 'string',
        value: 'N',
        help: 'only this task, counted from 1',
      },
      all: {
        actions: ['ls', 'stop'],
        type: 'boolean',
        help: 'also those that have ended; with stop: every one that runs',
      },
      reason: { actions: ['stop'], type: 'string', value: 'TEXT', help: 'why; told with the outcome' },
    },
    details: [
      'A delegate is a process: `ringback ls` lists it, `ringback log -f` follows it, `ringback kill` ends it. It starts with your variables and knows nothing but goal and context.',
      'The exit code is 1 when nothing could be started; with --wait, when not everything was completed.',
    ],
    examples: [
      "ringback delegate --wait 'find out why test/api.test.ts is flaky'",
      "ringback delegate --to claude-code --context @notes.md 'review the last commit'",
      "ringback delegate --each 'check the links in docs/' 'check the code blocks in docs/'",
      "ringback delegate say 3f9c 'leave docs/old alone'",
      'ringback delegate stop --all',
    ],
  },
} as const satisfies Record<string, CommandSpec>;
