import { toWireSample } from '../../engine/wire-answers.ts';
import { wireSamples } from '../../wire/sample.ts';
import { route } from '../route.ts';

export const samples = route({
  method: 'GET',
  path: '/v1/processes/:id/samples',
  name: 'listSamples',
  summary: 'Tells what a process used over time. Of one that ran elsewhere there is nothing after its end.',
  answer: wireSamples,
  async handle({ engine, id }) {
    return { body: { samples: (await engine.samples(id)).map(toWireSample) } };
  },
});
