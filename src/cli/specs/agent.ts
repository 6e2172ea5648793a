import type { CommandSpec } from '../spec.ts';
import { any } from './shared.ts';

/** Not with an action. */
const talking = [''];

export const agentSpecs = {
  chat: {
    summary: 'talk to an agent that starts long commands and goes on when they ring',
    usage: '[ACTION] [options]',
    arguments: any,
    actions: {
      ls: { help: 'list conversations; the one in which something was said last comes first' },
      export: { help: 'print one (ID) as Markdown, or with --json for programs' },
    },
    isActionOptional: true,
    options: {
      print: {
        actions: talking,
        type: 'string',
        short: 'p',
        value: 'TEXT',
        help: 'say this, print the answer and exit; what it starts it waits for',
      },
      image: {
        actions: talking,
        type: 'string',
        multiple: true,
        value: 'FILE',
        help: 'show this PNG, JPEG, GIF or WebP with -p, or with the first line',
      },
      new: { actions: talking, type: 'boolean', help: 'begin a new conversation (default)' },
      continue: {
        actions: talking,
        type: 'boolean',
        short: 'c',
        help: 'go on with the last conversation, whatever its folder',
      },
      resume: {
        actions: talking,
        type: 'string',
        value: 'ID',
        help: 'go on with this one; an unambiguous beginning is enough',
      },
      model: {
        actions: talking,
        type: 'string',
        value: 'M',
        help: 'provider/model, or a provider (default: agentModel of config.json, else what is found)',
      },
    },
    details: [
      'A program of its own takes the turns, also while no `ringback chat` looks on; several may look at one conversation. Everything is stored in the home as it happens: whatever is killed, it goes on where it was, and does nothing twice.',
      'Models: set ANTHROPIC_API_KEY, OPENAI_API_KEY or GEMINI_API_KEY, or run a server such as Ollama on this machine.',
      'Lines are read from stdin until its end. Ctrl-C stops the turn, not what it has started; twice at an empty prompt, it leaves.',
      'Exit code of -p: 1 when it fails, 2 when called wrongly, 130 when stopped. With --json it prints one object: conversation_id, text, cost and failure.',
    ],
    examples: [
      'ringback chat',
      "ringback chat -p 'run the tests and tell me what fails'",
      'ringback chat --continue',
      'ringback chat export 3f9a > talk.md',
    ],
  },
} as const satisfies Record<string, CommandSpec>;
