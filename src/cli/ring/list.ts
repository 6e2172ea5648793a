import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../../client/client.ts';
import type { WireChecked, WireRinger } from '../../wire/ringer.ts';
import { type Colour, colour, usesColour } from '../format/colour.ts';
import { formatTable } from '../format/table.ts';
import { terminalWidth } from '../format/width.ts';
import type { Invocation } from '../invocation.ts';
import { tellUser, writeJson, writeLine } from '../out.ts';

/** How long an agent may take to answer, and how many are asked at a time. */
const HEALTH_MS = 3_000;
const AT_ONCE = 8;

type Health = { readonly ringer: WireRinger; readonly health: WireChecked | null };

export async function listRingers({ client, json, values }: Invocation<'ring'>): Promise<number> {
  const ringers = await client.ringers.list();
  const all = values.quick
    ? ringers.map((ringer) => ({ ringer, health: null }))
    : await checkEach(client, ringers);
  if (json) for (const { ringer, health } of all) writeJson({ ...ringer, health });
  else if (all.length === 0) tellUser('No ringers. To add one: ringback ring add SESSION KIND');
  else writeLine(formatTable(toRows(all, values.quick === true), terminalWidth()));
  return 0;
}

async function checkEach(client: Client, ringers: readonly WireRinger[]): Promise<Health[]> {
  const healths = new Map<WireRinger, WireChecked>();
  const left = [...ringers];
  const worker = async () => {
    for (let ringer = left.shift(); ringer; ringer = left.shift())
      healths.set(ringer, await checkHealth(client, ringer.session_key));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return ringers.map((ringer) => ({ ringer, health: healths.get(ringer) ?? null }));
}

async function checkHealth(client: Client, session: string): Promise<WireChecked> {
  const failed = (detail: string): WireChecked => ({
    is_fine: false,
    steps: [{ name: 'check', is_fine: false, detail }],
  });
  const silent = sleep(HEALTH_MS, failed(`no answer within ${HEALTH_MS / 1000} s`), { ref: false });
  const checked = client.ringers.check(session).catch((error: Error) => failed(error.message));
  return Promise.race([checked, silent]);
}

function toRows(all: readonly Health[], isQuick: boolean): string[][] {
  const coloured = usesColour();
  const rows = all.map((one) => {
    const { ringer } = one;
    const { text, shade } = describeHealth(one, isQuick);
    const dead = ringer.rings.filter((ring) => ring.state === 'dead').length;
    const failed = dead === 0 ? '0' : colour(String(dead), 'red', coloured);
    const word = colour(text, shade, coloured);
    return [ringer.session_key, ringer.kind, word, String(ringer.pending), failed, explain(one)];
  });
  return [['SESSION', 'KIND', 'HEALTH', 'PENDING', 'FAILED', 'DETAIL'], ...rows];
}

function describeHealth({ ringer, health }: Health, isQuick: boolean): { text: string; shade: Colour } {
  if (ringer.problem !== undefined) return { text: 'invalid', shade: 'red' };
  if (isQuick || !health) return { text: '-', shade: 'grey' };
  return health.is_fine ? { text: 'ok', shade: 'green' } : { text: 'fails', shade: 'red' };
}

/** What explains most: invalid settings, a failed ring, one being retried, the health check, a busy session. */
function explain({ ringer, health }: Health): string {
  const byState = (...states: string[]) => ringer.rings.find((ring) => states.includes(ring.state));
  const ring = byState('dead') ?? byState('waiting', 'uncertain', 'ringing');
  const tries = ring && ring.attempts > 1 ? ` (${ring.attempts} tries)` : '';
  const failing = health?.steps.find((step) => !step.is_fine);
  const busy = ringer.busy_until ? 'the session is busy' : '';
  return ringer.problem ?? ((ring?.reason && `${ring.reason}${tries}`) || (failing?.detail ?? busy));
}
