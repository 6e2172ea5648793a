/** What was probably meant; undefined where nothing is near. */
export function nearestName(wrong: string, names: readonly string[]): string | undefined {
  const most = Math.max(1, Math.floor(wrong.length / 3));
  const near = names
    .map((name) => ({ name, distance: distanceBetween(wrong.toLowerCase(), name.toLowerCase()) }))
    .filter(({ distance }) => distance <= most);
  near.sort((a, b) => a.distance - b.distance);
  return near[0]?.name;
}

/** How many letters have to be put in, taken out, changed or swapped with their neighbour. */
function distanceBetween(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (last[j - 1] ?? 0) + Number(a[i - 1] !== b[j - 1]);
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, change);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1);
      row.push(least);
    }
    [before, last] = [last, row];
  }
  return last[b.length] ?? 0;
}
