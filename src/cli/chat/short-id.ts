/** As much of `proc_3f9a12bc45de` or `dlg_…` as people type. */
export function shortId(id: string): string {
  return id.replace(/^(proc|dlg)_/, '').slice(0, 4);
}
