import { Model } from '../../test/testbed/model.ts';

/** Stands in for the model, on loopback: starts the build, says so, and reports when it rings. */
export async function startStandIn(command: string) {
  const model = await Model.start();
  const build = { command, background: true, notify_on_complete: true };
  model.script('build it', [
    [{ tool: 'terminal', input: build }],
    'Started. I go on when it ends.',
    ({ said }) => {
      const result = /^\| (\d+ tests passed)$/m.exec(said.at(-1)?.text ?? '')?.[1];
      return result ? `The build is done: ${result}.` : 'I was told nothing of it.';
    },
  ]);
  return {
    url: `${model.url}/v1`,
    stop: () => model.stop(),
    /** How often it was asked. */
    get requests() {
      return model.requests.length;
    },
  };
}
