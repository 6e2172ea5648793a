import type { RingbackError } from '../../../base/errors.ts';
import type { KindCheck } from '../../environment.ts';
import { findAddress } from './address.ts';
import { EngineApi } from './api.ts';
import type { Engine } from './engine.ts';
import type { Settings } from './settings.ts';
import { isRefusal } from './trouble.ts';

const LONGEST_CHECK_MS = 10_000;

/** Does the engine answer, and does it have what the settings name? */
export async function checkEngine(engine: Engine, settings: Settings): Promise<readonly KindCheck[]> {
  try {
    const api = new EngineApi(engine, findAddress(engine, settings), settings.certificates);
    type Version = { readonly Version: string; readonly ApiVersion: string };
    const call = { method: 'GET', path: '/version', longestMs: LONGEST_CHECK_MS } as const;
    const { Version, ApiVersion } = await api.callForJson<Version>(call);
    const detail = `${Version} answers at ${api.address.text} (API ${ApiVersion})`;
    return [{ name: engine.name, isFine: true, detail }, await checkSource(api, settings)];
  } catch (error) {
    return [failed(engine.name, error as Error)];
  }
}

async function checkSource(api: EngineApi, { container, image = '', pull }: Settings): Promise<KindCheck> {
  const [name, path] =
    container === undefined
      ? [`image ${image}`, `/images/${image.split('/').map(encodeURIComponent).join('/')}/json`]
      : [`container ${container}`, `/containers/${encodeURIComponent(container)}/json`];
  const { kind } = api.engine;
  try {
    await api.call({ method: 'GET', path, longestMs: LONGEST_CHECK_MS });
    return { name, isFine: true, detail: 'is there' };
  } catch (error) {
    if (!isRefusal(error, 404)) return failed(name, error as Error);
    if (container === undefined && pull)
      return { name, isFine: true, detail: 'is fetched when it is needed' };
    const hint =
      container === undefined ? `${kind} pull ${image}` : `See which there are with: ${kind} ps --all`;
    return { name, isFine: false, detail: 'is not there', hint };
  }
}

function failed(name: string, error: Error): KindCheck {
  const { hint } = error as Partial<RingbackError>;
  return { name, isFine: false, detail: error.message, ...(hint && { hint }) };
}
