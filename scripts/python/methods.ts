export type Method = {
  readonly name: string;
  /** The field of the answer that is all of its meaning. */
  readonly gives?: string;
  /** What stands for a field that the caller left out. */
  readonly defaults?: Readonly<Record<string, string>>;
  /** The field with the seconds to wait, which get fewer when the call has to be made again. */
  readonly countsDown?: string;
  /** What becomes of the events of a stream: a function of _streams.py and what it gives. */
  readonly events?: readonly [parser: string, type: string];
  /** However often the stream breaks, it is resumed. */
  readonly isEndless?: true;
};

const output = ['output_events', 'OutputEvent'] as const;

/** What the operations are called in Python. */
export const methods: Readonly<Record<string, Method>> = {
  getHealth: { name: 'health' },
  isActive: { name: 'active' },
  startProcess: {
    name: 'start',
    defaults: { id: 'new_id("proc")', env: 'own_variables(environment)', workdir: 'own_folder(environment)' },
  },
  listProcesses: { name: 'list', gives: 'processes' },
  killProcesses: { name: 'kill_all' },
  getProcess: { name: 'get' },
  pollProcess: { name: 'poll' },
  readLog: { name: 'log' },
  searchOutput: { name: 'grep', events: ['grep_events', 'GrepEvent'] },
  readOutput: { name: 'read', events: output },
  followOutput: { name: 'follow', events: output },
  listResizes: { name: 'resizes' },
  listSamples: { name: 'samples' },
  waitForProcess: { name: 'wait', countsDown: 'timeout' },
  killProcess: { name: 'kill' },
  resizeTerminal: { name: 'resize' },
  changeWishes: { name: 'change_wishes' },
  isWaiting: { name: 'is_waiting', gives: 'waiting' },
  listNotifications: { name: 'history', gives: 'notifications' },
  handInEvent: { name: 'notify', defaults: { id: 'event_id(event)' } },
  subscribe: { name: 'subscribe', events: ['turns', 't.Turn'], isEndless: true },
  drainNotifications: { name: 'drain', gives: 'turn' },
  acknowledgeNotifications: { name: 'acknowledge', gives: 'acknowledged' },
  dismissNotifications: { name: 'dismiss', gives: 'dismissed' },
  setWakeUp: { name: 'set_wake_up', defaults: { id: 'new_id("wake")' } },
  listWakeUps: { name: 'wake_ups', gives: 'wakeups' },
  cancelWakeUp: { name: 'cancel_wake_up' },
  sendDelegation: {
    name: 'delegate',
    defaults: { id: 'new_id("dlg")', env: 'own_variables()', workdir: 'own_folder(environment)' },
  },
  listDelegations: { name: 'delegations', gives: 'delegations' },
  getDelegation: { name: 'delegation' },
  messageDelegation: { name: 'message_delegation', defaults: { client_id: 'new_id("say")' } },
  interruptDelegation: { name: 'interrupt_delegation' },
  interruptDelegations: { name: 'interrupt_delegations' },
  getAssignment: { name: 'assignment' },
  followOrders: { name: 'orders', events: ['delegate_orders', 't.DelegateOrder'], isEndless: true },
  moveSession: { name: 'move_session' },
  closeSession: { name: 'close_session', gives: 'suppressed' },
  setSessionBusy: { name: 'set_busy' },
  interruptSession: { name: 'interrupt' },
  listRingers: { name: 'ringers' },
  listRingerKinds: { name: 'ringer_kinds' },
  setRinger: { name: 'set_ringer' },
  removeRinger: { name: 'remove_ringer' },
  checkRinger: { name: 'check_ringer' },
  testRinger: { name: 'test_ringer' },
  retryRings: { name: 'retry_ringer' },
  listEnvironments: { name: 'environments', gives: 'environments' },
  testEnvironment: { name: 'test_environment' },
  listTools: { name: 'tools', gives: 'tools' },
  listConversations: { name: 'conversations' },
  createConversation: {
    name: 'create_conversation',
    defaults: { conversation_id: 'new_id("conv")', cwd: 'own_folder()', variables: 'own_variables()' },
  },
  listModels: { name: 'models' },
  getConversation: { name: 'conversation' },
  openConversation: { name: 'open_conversation', defaults: { variables: 'own_variables()' } },
  listItems: { name: 'items' },
  followConversation: {
    name: 'follow_conversation',
    events: ['conversation_events', 'ConversationEvent'],
    isEndless: true,
  },
  sendMessage: { name: 'send', defaults: { client_id: 'new_id("say")' } },
  stopTurn: { name: 'stop_turn' },
  closeConversation: { name: 'close_conversation' },
  listApprovals: { name: 'approvals', gives: 'approvals' },
  answerApproval: { name: 'answer_approval' },
  compactConversation: { name: 'compact' },
  searchConversation: { name: 'search_conversation', gives: 'found' },
  exportConversation: { name: 'export_conversation' },
  getGoal: { name: 'goal' },
  setGoal: { name: 'set_goal', defaults: { client_id: 'new_id("goal")' } },
  pauseGoal: { name: 'pause_goal' },
  resumeGoal: { name: 'resume_goal' },
  unwaitGoal: { name: 'unwait_goal' },
  clearGoal: { name: 'clear_goal' },
  getTask: { name: 'task' },
  answerTask: { name: 'answer_task' },
  cancelTask: { name: 'cancel_task' },
};

/** The document, the daemon's end and rings are not for programs; the others are more than a request (_calls.py). */
export const withoutMethod =
  /^(getOpenApi|stopDaemon|ringConversation|writeInput|submitInput|closeInput|call(Terminal|Process|ExecuteCode|Wake|Delegate))$/;
