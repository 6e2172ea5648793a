/** What client and server call the Tasks extension when they declare it. */
export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';
