/** Clocks on walls: what a time zone's clock shows at an instant, and when it shows something. */

const formats = new Map<string, Intl.DateTimeFormat>();

/** Whether there is a time zone of this name. */
export function isZone(zone: string): boolean {
  try {
    return formatOf(zone) !== undefined;
  } catch {
    return false;
  }
}

/** What the zone's clock shows, as if it were UTC: a number that can be counted with. */
export function toWall(instant: number, zone: string): number {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) + mod(instant, 1000);
}

/**
 * When the zone's clock shows this. A time that it skips (a gap) is the end of the gap; of one that it shows twice (an
 * overlap) the first counts.
 */
export function toInstant(wall: number, zone: string): number {
  const DAY = 86_400_000;
  const offsets = [wall - DAY, wall + DAY].map((near) => toWall(near, zone) - near);
  const instants = offsets.map((offset) => wall - offset).sort((a, b) => a - b);
  const shown = instants.find((instant) => toWall(instant, zone) === wall);
  const [early = wall, late = wall] = instants;
  return shown ?? endOfGap(early, late, wall, zone);
}

/** Between them the clock jumps over `wall`: the first instant at which it shows more. */
function endOfGap(before: number, after: number, wall: number, zone: string): number {
  let [low, high] = [before, after];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (toWall(middle, zone) > wall) high = middle;
    else low = middle;
  }
  return high;
}

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(zone, format);
  }
  return format;
}

function mod(value: number, by: number): number {
  return ((value % by) + by) % by;
}
