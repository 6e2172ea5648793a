/** Arguments of a tool call that no model writes: the plugin of an agent adds them. */

/** The session, where a plugin cannot reach the metadata of a request. */
export const SESSION_ARGUMENT = 'ringback_session';
/** Where that session can be rung. */
export const RINGER_ARGUMENT = 'ringback_ringer';
