import type { Fault } from '../../faults/support/package.ts';

type Planted = { readonly faults: readonly Fault[]; readonly at: string; readonly found: RegExp };

const loop = 'agent/run-conversation.ts';

/** Faults that the campaign has to find, and where the agent dies for it. */
export const planted: Readonly<Record<string, Planted>> = {
  'a ring is acknowledged before it is stored': {
    faults: [
      {
        file: loop,
        from: "failpoint('agent:rung');",
        to: "await rings.acknowledge(ring.notifications); failpoint('agent:rung');",
      },
    ],
    at: 'agent:rung',
    found: /never rang/,
  },
  'a call that is made again has another id': {
    faults: [
      {
        file: loop,
        from: 'carryOut(tool, name, input, { id, isRepeat, signal })',
        to: 'carryOut(tool, name, input, { id: isRepeat ? id.replace(/.{4}$/, "0000") : id, isRepeat, signal })',
      },
    ],
    // Of a round the second: a command.
    at: 'agent:call-done:2',
    found: /done twice/,
  },
  'what was told is not looked for, and counts as acknowledged before it is': {
    faults: [
      {
        file: 'agent/store/messages.ts',
        from: 'const [first] = tell(rows, conversation, notifications);',
        to: 'tell(rows, conversation, notifications); const first = String(Math.random());',
      },
      {
        file: loop,
        from: 'await rings.acknowledge(notifications);',
        to: 'store.acknowledged(notifications);',
      },
      {
        file: loop,
        from: "failpoint('agent:acknowledged');",
        to: "failpoint('agent:acknowledged'); await rings.acknowledge(notifications);",
      },
    ],
    at: 'agent:acknowledged',
    found: /rang twice/,
  },
};
