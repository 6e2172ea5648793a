/** What `agentAllow` and `agentDeny` hold: `NAME`, or `NAME(TEXT)`; its groups are those two. */
export const CALL_PATTERN = /^([\w.:*-]+)(?:\((.*)\))?$/s;
