import type { Fields } from './read-record.ts';

/** What a call of pi's would be as one of ours. */
export function ourCall(tool: string, input: Fields): { readonly tool: string; readonly input: Fields } {
  switch (tool) {
    case 'bash':
      return { tool: 'terminal', input: { command: input.command } };
    case 'edit':
    case 'write':
      return { tool: 'edit', input: { path: input.path } };
    case 'read':
      return { tool: 'read', input: { path: input.path } };
    case 'grep':
    case 'find':
    case 'ls':
      return { tool: 'search', input };
    default:
      return { tool, input };
  }
}

/** One line that tells what it does. */
export function aboutCall(input: Fields): string {
  const said = input.command ?? input.path ?? input.pattern ?? Object.values(input)[0];
  return typeof said === 'string' ? said : '';
}
