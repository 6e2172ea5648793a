/** As much of `proc_3f9a12bc45de` as people type. */
export function shortId(id: string): string {
  return id.replace(/^proc_/, '').slice(0, 4);
}
