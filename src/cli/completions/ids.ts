/** Shell code that prints the ids of all processes, one per line. */
export const LIST_IDS = `ringback ls --all --json 2>/dev/null | sed -n 's/^{"session_id":"\\([^"]*\\)".*/\\1/p'`;
