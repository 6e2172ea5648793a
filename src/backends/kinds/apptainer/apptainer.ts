import { join } from 'node:path';
import { RingbackError } from '../../../base/errors.ts';
import {
  defineEnvironment,
  type Environment,
  type KindCheck,
  type OpenEnvironment,
  type Place,
  PlaceGone,
  type PlaceRef,
} from '../../environment.ts';
import { type InstanceRef, Instances, toInstanceRef } from './instances.ts';
import { type Settings, schema } from './settings.ts';

export const apptainer = defineEnvironment<Settings>({
  kind: 'apptainer',
  summary: 'An instance of Apptainer or Singularity on this machine',
  schema,
  create: (settings, options) => createApptainer(settings, options),
  check,
});

function createApptainer(settings: Settings, options: OpenEnvironment): Environment {
  const instances = new Instances(settings.program);
  const { image } = settings;
  const name = settings.instance ?? ourName(options);

  async function findOrStart(): Promise<InstanceRef> {
    const found = await instances.find(name);
    if (found) return found;
    if (image !== undefined) {
      const lock = join(options.folder, 'start.lock');
      return instances.start(name, { image, options: startOptions(settings), lock });
    }
    const hint = `Start it: ${settings.program} instance start IMAGE ${name}`;
    throw new RingbackError('failed', `There is no instance ${JSON.stringify(name)}.`, hint);
  }

  return {
    isPerProcess: false,
    open: async ({ ref }) =>
      toPlace(instances, ref ? await findAgain(instances, toInstanceRef(ref)) : await findOrStart()),
    ...(image === undefined ? {} : { release: (ref: PlaceRef) => stop(instances, toInstanceRef(ref)) }),
    close: async () => {},
  };
}

/** What a program leaves behind lives on: in an instance everything is in the PID namespace of its first process. */
function toPlace(instances: Instances, ref: InstanceRef): Place {
  return { ref, run: (args) => instances.exec(ref.instance, args), close: async () => {} };
}

async function findAgain(instances: Instances, ref: InstanceRef): Promise<InstanceRef> {
  const found = await instances.find(ref.instance);
  if (!found) throw new PlaceGone(`The instance ${ref.instance} was stopped.`);
  if (!isSame(found, ref))
    throw new PlaceGone(`The instance ${ref.instance} was stopped; the one of that name now is another.`);
  return ref;
}

async function stop(instances: Instances, ref: InstanceRef): Promise<void> {
  const found = await instances.find(ref.instance);
  if (found && isSame(found, ref)) await instances.stop(ref.instance);
}

function isSame(one: InstanceRef, other: InstanceRef): boolean {
  return one.pid === other.pid && one.started === other.started;
}

function startOptions({ binds = [], options = [] }: Settings): string[] {
  return [...binds.map((bind) => `--bind=${bind}`), ...options];
}

function ourName({ owner, name }: OpenEnvironment): string {
  return `ringback-${owner}-${name}`.replaceAll(/[^a-zA-Z0-9._-]/g, '_');
}

async function check({ program }: Settings): Promise<readonly KindCheck[]> {
  const name = 'Apptainer';
  try {
    const instances = new Instances(program);
    const outcome = await instances.ask(['--version']);
    if (outcome.code !== 0) throw instances.failure('--version', outcome);
    return [{ name, isFine: true, detail: outcome.stdout.trim() }];
  } catch (error) {
    const { message, hint } = error as RingbackError;
    return [{ name, isFine: false, detail: message, hint }];
  }
}
