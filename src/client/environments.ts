import type {
  TestRequest,
  WireEnvironment,
  WireEnvironments,
  WireEnvironmentTested,
} from '../wire/environment.ts';
import type { Link } from './link.ts';

/** Where commands can be run. */
export class Environments {
  readonly #link: Link;

  constructor(link: Link) {
    this.#link = link;
  }

  async list(): Promise<readonly WireEnvironment[]> {
    return (await this.#link.call<WireEnvironments>({ method: 'GET', path: '/v1/environments' }))
      .environments;
  }

  /** Runs a small command there; `timeout` in seconds. */
  test(name: string, timeout?: number): Promise<WireEnvironmentTested> {
    const path = `/v1/environments/${encodeURIComponent(name)}/test`;
    const body: TestRequest = timeout === undefined ? {} : { timeout };
    return this.#link.call({ method: 'POST', path, body });
  }
}
