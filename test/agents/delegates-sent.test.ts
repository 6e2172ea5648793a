import { join } from 'node:path';
import { headlessAgents } from '../testbed/delegates.ts';
import { installTool, whatIsMissing } from '../testbed/install.ts';
import { describeSent } from './delegate/sent.ts';

for (const agent of headlessAgents) {
  const { runner, shell: tool, model } = agent;
  describeSent(runner.kind, {
    skip: await whatIsMissing(agent.package),
    to: agent.to,
    async prepare(folder, standIn) {
      const programs = join(await installTool(agent.package), 'node_modules/.bin');
      return { ...agent.configure(folder, standIn), PATH: `${programs}:${folder.env.PATH}` };
    },
    shell: (command) => ({ tool, input: { command, description: 'works' } }),
    figures: { apiCalls: 2, model },
  });
}
