/** The name of this machine among the environments. */
export const LOCAL = 'local';
