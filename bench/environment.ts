/** What the started commands get: this program's own variables, as a caller would pass them on. */
export const environment = process.env as Record<string, string>;
