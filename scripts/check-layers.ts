/**
 * `node scripts/check-layers.ts [SRC]`, part of `npm run check`: imports in src/ point one way, and no file imports
 * itself through others, not even for types. ARCHITECTURE.md says what the folders are.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findCycles, readImports } from './checks/import-graph.ts';
import { checkGuide, checkRules, type LayerRule } from './checks/layer-rules.ts';

/** From the bottom up: a folder knows only what is above it in this list. */
const layers: readonly LayerRule[] = [
  { folder: 'base', knows: [] },
  // Every message as a schema: who makes or reads one knows it from here.
  { folder: 'wire', knows: ['base'] },
  { folder: 'keeper', knows: ['base'] },
  { folder: 'output', knows: ['base'] },
  // Text is cleaned first: secrets hide behind what is not seen.
  { folder: 'redact', knows: ['output'] },
  // A kind of environment knows how to open a place, and nothing of what runs there.
  {
    folder: 'backends/kinds/*',
    knows: [
      'base',
      'backends/environment.ts',
      'backends/child-program.ts',
      'backends/client-library.ts',
      'backends/run-to-end.ts',
      // Podman speaks Docker's API.
      'backends/kinds/docker',
    ],
  },
  // Frames and records stay inside of keeper/: everybody else calls its verbs.
  { folder: 'backends/local', knows: ['keeper/*.ts', 'output', 'backends/backend.ts'] },
  { folder: 'backends', knows: ['base', 'keeper/*.ts', 'keeper/hub'] },
  { folder: 'engine', knows: ['base', 'wire', 'keeper/*.ts', 'output', 'backends'] },
  // Decisions about values: no storage, no clock.
  { folder: 'notify/policy', knows: ['base/config.ts', 'wire'] },
  { folder: 'notify/texts', knows: ['base', 'wire', 'output'] },
  { folder: 'notify', knows: ['base', 'wire', 'keeper/*.ts', 'engine', 'output', 'redact'] },
  { folder: 'wake/policy', knows: ['wire'] },
  { folder: 'wake', knows: ['base', 'wire', 'keeper/*.ts', 'engine', 'redact', 'notify'] },
  { folder: 'delegation/policy', knows: ['base/config.ts', 'wire'] },
  { folder: 'delegation', knows: ['base', 'wire', 'engine', 'redact', 'notify'] },
  // One agent each; what they share is below ringers/.
  { folder: 'ringers/kinds/*', knows: ['base', 'wire', 'ringers/ringer.ts'] },
  { folder: 'ringers', knows: ['base', 'engine', 'notify', 'wire'] },
  { folder: 'tools/shell', knows: ['base', 'engine'] },
  { folder: 'tools/view', knows: ['base', 'engine', 'output', 'redact'] },
  {
    folder: 'tools/process/actions/*',
    knows: ['base', 'engine', 'tools/*.ts', 'tools/process/*.ts'],
  },
  { folder: 'tools', knows: ['base', 'engine', 'output', 'redact', 'notify', 'wake', 'delegation', 'wire'] },
  // Programs of our own, kept as processes of the engine.
  { folder: 'system', knows: ['base', 'engine', 'tools/shell'] },
  // Puts everything together.
  {
    folder: 'home',
    knows: ['base', 'engine', 'notify', 'wake', 'delegation', 'ringers', 'tools', 'system', 'wire'],
  },
  // HTTP on a socket of the home, for any program that has routes.
  { folder: 'transport', knows: ['base', 'wire'] },
  // A route knows none of the others.
  {
    folder: 'daemon/routes/*',
    knows: [
      'base',
      'engine',
      'notify',
      'ringers',
      'tools',
      'wire',
      'transport',
      'system',
      'daemon/*.ts',
      'daemon/openapi',
    ],
  },
  {
    folder: 'daemon',
    knows: [
      'base',
      'engine',
      'home',
      'notify',
      'wake',
      'delegation',
      'ringers',
      'tools',
      'wire',
      'transport',
      'system',
    ],
  },
  // Clients know the daemon by what it speaks, not by its code.
  { folder: 'client', knows: ['base', 'wire'] },
  { folder: 'mcp/install/clients/*', knows: ['base', 'mcp/install/*.ts'] },
  { folder: 'mcp/install', knows: ['base'] },
  {
    folder: 'mcp',
    knows: [
      'base',
      'client',
      'wire',
      // What the model reads, and how the session that calls can be rung.
      'tools/describe-tools.ts',
      'ringers/register.ts',
      'ringers/kinds/codex/turn-metadata.ts',
    ],
  },
  { folder: 'acp', knows: ['base', 'client'] },
  // Providers of models. What they are to the agent is all that they know of it.
  { folder: 'agent/models', knows: ['base', 'agent/model.ts'] },
  // Files as a model sees and changes them.
  {
    folder: 'agent/files',
    knows: [
      'base',
      'output',
      'redact',
      'backends/sync/ignore-rules.ts',
      // How parameters are written down and checked.
      'tools/definition.ts',
      'tools/parameters.ts',
      'tools/arguments.ts',
      'agent/tool.ts',
    ],
  },
  // Other people's tools, as tools of the agent.
  {
    folder: 'agent/mcp',
    knows: ['base', 'redact', 'agent/model.ts', 'agent/models/http.ts', 'agent/tool.ts'],
  },
  // Older parts of a conversation, shortened for the model and found again.
  {
    folder: 'agent/compaction',
    knows: [
      'base',
      'agent/*.ts',
      'agent/store',
      'agent/files/define-tool.ts',
      'agent/files/search/find-matches.ts',
    ],
  },
  // What a conversation works towards by itself: judged, waited for, bounded.
  {
    folder: 'agent/goal',
    knows: [
      'base',
      'client',
      'agent/*.ts',
      'agent/store',
      'agent/compaction/transcript.ts',
      'agent/files/define-tool.ts',
      // Text from processes is data there too.
      'notify/texts/fence.ts',
      'tools/definition.ts',
      'wire/notification.ts',
    ],
  },
  // Decisions about values.
  { folder: 'agent/approval', knows: ['base/call-pattern.ts', 'base/config.ts', 'agent/tool.ts'] },
  // A client like any other, with a store of its own.
  {
    folder: 'agent/store',
    knows: ['base', 'agent/*.ts', 'agent/goal/bounds.ts', 'agent/goal/target.ts', 'agent/goal/words.ts'],
  },
  // Conversations over HTTP, and the program that answers.
  { folder: 'agent/program', knows: ['base', 'client', 'transport', 'wire', 'agent'] },
  { folder: 'agent', knows: ['base', 'client', 'redact', 'tools/describe-tools.ts'] },
  // Programs that work for a delegate, here or elsewhere.
  { folder: 'delegate/child', knows: ['base', 'client', 'wire', 'delegate/runner.ts', 'delegate/folder.ts'] },
  // Our own agent as a delegate.
  { folder: 'delegate/own', knows: ['base', 'client', 'wire', 'agent', 'delegate/*.ts'] },
  // What agents that speak the Agent Client Protocol have in common.
  { folder: 'delegate/acp', knows: ['base', 'delegate/runner.ts', 'delegate/child', 'delegate/kinds/*.ts'] },
  // One agent each, which works for a delegate.
  {
    folder: 'delegate/kinds/*',
    knows: ['base', 'delegate/runner.ts', 'delegate/child', 'delegate/acp', 'delegate/kinds/*.ts'],
  },
  // The program that carries out one task of a delegation.
  { folder: 'delegate', knows: ['base', 'client', 'wire', 'agent/approval', 'agent/elsewhere.ts'] },
  // A command knows none of the others. `daemon run` is the daemon.
  {
    folder: 'cli/commands/*',
    knows: [
      'acp',
      'base',
      'client',
      'daemon/run-daemon.ts',
      'daemon/routes.ts',
      'daemon/openapi',
      'mcp',
      'wire',
      'cli/*.ts',
      'cli/attach',
      'cli/chat',
      'cli/completions',
      'cli/daemon',
      'cli/delegate',
      'cli/doctor',
      'cli/env',
      'cli/format',
      'cli/inbox',
      'cli/log',
      'cli/mcp',
      'cli/ring',
      'cli/run',
      'cli/top',
    ],
  },
  // `doctor` looks at what environments and the keeper need where no daemon runs.
  { folder: 'cli/doctor', knows: ['base', 'client', 'wire', 'backends', 'keeper/program.ts'] },
  // What is written after a `/`, whatever the chat looks like.
  {
    folder: 'cli/chat/slash',
    knows: ['base', 'client', 'output', 'wire', 'cli/format', 'cli/delegate/describe.ts', 'cli/chat/*.ts'],
  },
  // The face of the chat in a terminal.
  {
    folder: 'cli/chat/screen',
    knows: ['base', 'client', 'output', 'wire', 'cli/*.ts', 'cli/format', 'cli/chat/*.ts', 'cli/chat/slash'],
  },
  // A conversation, shown line by line.
  { folder: 'cli/chat', knows: ['base', 'client', 'output', 'wire', 'cli/*.ts', 'cli/format'] },
  { folder: 'cli', knows: ['base', 'client', 'mcp', 'output', 'wire'] },
  // Files directly in src/ put the library together.
  { folder: '.', knows: ['agent', 'base', 'client', 'daemon', 'engine', 'home', 'tools', 'wire'] },
];

const root = process.argv[2] ?? join(import.meta.dirname, '../src');
const guide = readFileSync(join(import.meta.dirname, '../ARCHITECTURE.md'), 'utf8');
const graph = readImports(root);
const problems = [
  ...checkRules(root, graph, layers),
  ...checkGuide(guide, layers),
  ...findCycles(graph).map((cycle) => `import cycle: ${cycle.join(' → ')}`),
];
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);
