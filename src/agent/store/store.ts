import type { ModelMessage, ModelStep, Usage } from '../model.ts';
import type { Outcome } from '../tool.ts';
import type { Answer, AskedCall, Judged } from './approvals.ts';
import * as approvals from './approvals.ts';
import * as calls from './calls.ts';
import { leave, reopen } from './closed.ts';
import * as compaction from './compaction.ts';
import type { Conversation, Listed, NewConversation, Page } from './conversations.ts';
import * as conversations from './conversations.ts';
import { openDatabase } from './database.ts';
import { type Entry, readEntries, toMessages } from './entries.ts';
import { Goals } from './goals.ts';
import type { Item } from './item.ts';
import { changedItems, itemsBefore } from './items.ts';
import { type Content, messageItem, queueMessage, queueRing } from './messages.ts';
import { readView } from './read-view.ts';
import { Rows } from './rows.ts';
import { ShellFolders } from './shell-folder.ts';
import * as steps from './steps.ts';
import { readTexts, type SaidText } from './texts.ts';
import { forgetTold, isTold, setAcknowledged } from './told.ts';
import { beginTurn, endTurn, lastFailure, type Take } from './turns.ts';
import type { View } from './view.ts';

export type { Answer, AskedCall } from './approvals.ts';
export type { Conversation, Listed, Page } from './conversations.ts';
export type { SaidText } from './texts.ts';

type Message = {
  /** Of who sends it: the same twice is one message. */
  readonly clientId: string;
  readonly content: Content;
};

/**
 * Conversations as rows: each method is one fact, stored before it takes effect. After a crash `view` says where a
 * conversation is, and `nextAction` what it does then.
 */
export class Store {
  readonly #rows: Rows;
  /** What conversations work towards by themselves. */
  readonly goals: Goals;
  readonly #shellFolders: ShellFolders;
  readonly close: () => void;

  constructor(home: string) {
    const { database, close } = openDatabase(home);
    this.#rows = new Rows(database);
    this.goals = new Goals(this.#rows);
    this.#shellFolders = new ShellFolders(this.#rows);
    this.close = close;
  }

  /** Called after something was stored that a viewer may want to see. What it gives back ends that. */
  onChange(listener: (conversation: string) => void): () => void {
    return this.#rows.onChange(listener);
  }

  /** With an `id` that is known: the one that is there. */
  create(conversation: NewConversation): Conversation {
    return conversations.createConversation(this.#rows, conversation);
  }

  get(id: string): Conversation | undefined {
    return conversations.getConversation(this.#rows, id);
  }

  /** Where its commands run since its last `cd`; undefined: in its folder. */
  shellFolder(id: string): string | undefined {
    return this.#shellFolders.get(id);
  }

  setModel(id: string, model: string): void {
    conversations.setModel(this.#rows, id, model);
  }

  setHears(id: string, hears: boolean): void {
    conversations.setHears(this.#rows, id, hears);
  }

  /** With its cost, and what it is doing. */
  summary(id: string): Listed | undefined {
    return conversations.summarise(this.#rows, id);
  }

  /** Newest first. `cursor`: the `next` of the page before. `word`: in how it begins, or in its folder. */
  conversations(limit: number, cursor?: string, word?: string): Page {
    return conversations.listPage(this.#rows, limit, cursor, word);
  }

  /** The one in which something was said last. */
  latest(): Conversation | undefined {
    return this.conversations(1).conversations[0];
  }

  /** Full ids that begin so; two are enough to know that one is not clear. */
  idsFrom(prefix: string): string[] {
    return conversations.idsFrom(this.#rows, prefix);
  }

  /** Conversations in which something is to be done. */
  unfinished(): string[] {
    return conversations.unfinished(this.#rows);
  }

  hasOpenTurn(): boolean {
    return conversations.hasOpenTurn(this.#rows);
  }

  /** What has changed after that number of the conversation, oldest change first. */
  items(conversation: string, after: number, limit: number): Item[] {
    return changedItems(this.#rows, conversation, after, limit);
  }

  /** The last ones before a position, in their order; without one, the last of all, and what is queued. */
  itemsBefore(conversation: string, position: number | undefined, limit: number): Item[] {
    return itemsBefore(this.#rows, conversation, position, limit);
  }

  /** Why its last turn failed, if it did. */
  lastFailure(conversation: string): string | undefined {
    return lastFailure(this.#rows, conversation);
  }

  /** What a person says; queued until a turn takes it. False: it was sent before. */
  send(conversation: string, { clientId, content }: Message): boolean {
    return queueMessage(this.#rows, conversation, 'person', clientId, content);
  }

  /** The item that a message has become. */
  messageOf(conversation: string, clientId: string): string | undefined {
    return messageItem(this.#rows, conversation, clientId);
  }

  /** What rang. False when all of it is known already: it came again, or a result has shown it. */
  ring(conversation: string, notifications: readonly string[], text: string): boolean {
    return queueRing(this.#rows, conversation, notifications, text);
  }

  view(conversation: string): View {
    return readView(this.#rows, conversation);
  }

  /** What was said after a position; what waits to be taken into a turn is not said yet. */
  entries(conversation: string, after = 0): Entry[] {
    return readEntries(this.#rows.database, conversation, after);
  }

  /** As a model is shown it: a summary, if there is one, and what it does not cover. */
  history(conversation: string): ModelMessage[] {
    const summary = this.lastSummary(conversation);
    const rest = toMessages(this.entries(conversation, summary?.covers));
    return summary ? [{ role: 'user', content: summary.content }, ...rest] : rest;
  }

  lastSummary(conversation: string): compaction.Summary | undefined {
    return compaction.lastSummary(this.#rows, conversation);
  }

  /** A person wants the older part to be summarised. */
  wantCompaction(conversation: string): void {
    compaction.wantCompaction(this.#rows, conversation);
  }

  /** The model has refused a step as too long. */
  tooLong(conversation: string, position: number): void {
    compaction.dropTooLong(this.#rows, conversation, position);
  }

  /** The model is asked for a summary; its position. */
  askSummary(conversation: string, turn: number, model: string, covers: number): number {
    return compaction.askSummary(this.#rows, conversation, turn, model, covers);
  }

  /** From now on the model is shown it instead of what it covers. */
  summarised(conversation: string, position: number, step: ModelStep, cost: number | undefined): void {
    compaction.storeSummary(this.#rows, conversation, position, step, cost);
  }

  /** It goes on without a summary. */
  forgetCompaction(conversation: string, position?: number): void {
    compaction.forgetCompaction(this.#rows, conversation, position);
  }

  /** Everything that was ever said, called and answered, the latest first. */
  texts(conversation: string): Iterable<SaidText> {
    return readTexts(this.#rows, conversation);
  }

  /** In US dollars, by everybody. */
  spentSince(time: number): number {
    return steps.spentSince(this.#rows, time);
  }

  /** Opens a turn with everything of that kind that waits, or only to summarise. */
  begin(conversation: string, take: Take): void {
    beginTurn(this.#rows, conversation, take);
  }

  /** A step is asked, anew or again; its position. What people said meanwhile comes before it. */
  ask(conversation: string, turn: number, model: string, position?: number): number {
    if (position === undefined) return steps.askStep(this.#rows, conversation, turn, model);
    steps.askAgain(this.#rows, conversation, position, model);
    return position;
  }

  /** The model cannot answer now. That it was asked does not count: it has said so. */
  putOff(conversation: string, position: number, askAt: number): void {
    steps.putOffStep(this.#rows, conversation, position, askAt);
  }

  /** What it said, with the calls that it wants: from now on they are to be carried out. */
  said(
    conversation: string,
    position: number,
    step: ModelStep,
    cost: number | undefined,
    isLong = false,
  ): void {
    this.#rows.transaction(() => {
      steps.storeStep(this.#rows, conversation, position, step, cost);
      if (isLong) compaction.noticeLength(this.#rows, conversation, position);
    });
  }

  /** Calls that are not simply carried out. */
  judge(judged: Judged): void {
    approvals.judgeCalls(this.#rows, judged);
  }

  /** Calls that wait for a person's answer, the oldest first. */
  approvals(conversation: string): AskedCall[] {
    return approvals.waitingCalls(this.#rows, conversation);
  }

  /** The first answer counts: what is given back is that one. */
  answerApproval(
    conversation: string,
    call: string,
    answer: Answer,
  ): AskedCall & { readonly isFirst: boolean } {
    return approvals.answerApproval(this.#rows, conversation, call, answer);
  }

  /** Nobody has answered in time. */
  expireApproval(conversation: string, call: string): void {
    if (this.approvals(conversation).some(({ id }) => id === call)) approvals.expireCall(this.#rows, call);
  }

  /** A person has written something instead of an answer. */
  denyForMessage(ids: readonly string[]): void {
    approvals.denyForMessage(this.#rows, ids);
  }

  /** What a person has allowed once and for all. */
  allowed(conversation: string): string[] {
    return approvals.allowedPatterns(this.#rows, conversation);
  }

  /** What the last step took that was said. */
  lastUsage(conversation: string): Usage | undefined {
    return steps.lastUsage(this.#rows, conversation);
  }

  /** What a step took that was stopped, or broke off, before it was said; as far as one can tell. */
  spent(conversation: string, position: number, usage: Usage, cost: number | undefined): void {
    steps.addSpent(this.#rows, conversation, position, usage, cost);
  }

  /** From now on it may take effect. */
  beginCall(id: string): void {
    calls.beginCall(this.#rows, id);
  }

  /** Its result. What that shows of notifications is not told again. */
  answerCall(conversation: string, id: string, outcome: Outcome): void {
    calls.answerCall(this.#rows, conversation, id, outcome);
    if (outcome.cwd !== undefined) this.#shellFolders.moved(conversation);
  }

  /** Who told them knows that they are stored. */
  acknowledged(notifications: readonly string[]): void {
    setAcknowledged(this.#rows, notifications);
  }

  /** Whether a message or a result has shown this notification. */
  isTold(notification: string): boolean {
    return isTold(this.#rows, notification);
  }

  /** Which notifications were told before; nobody will tell them again. */
  forgetTold(before: number): void {
    forgetTold(this.#rows, before);
  }

  /** What `/new` does to the one before: the turn ends, and what rings is stored without one. */
  leave(conversation: string): void {
    this.#rows.transaction(() => {
      const { turn } = this.view(conversation);
      if (this.goals.get(conversation)?.state === 'working')
        this.goals.change(conversation, 'pause', 'The conversation was left for another.');
      if (turn !== undefined) this.stop(turn);
      leave(this.#rows, conversation);
    });
  }

  /** What was not heard makes a turn now. */
  reopen(conversation: string): void {
    reopen(this.#rows, conversation);
  }

  /** A bound of the goal is reached; a turn that only the goal has begun ends with it. */
  stopGoal(conversation: string, reason: string): void {
    this.#rows.transaction(() => {
      this.goals.change(conversation, 'stop', reason);
      const { turn, isForGoal } = this.view(conversation);
      if (turn !== undefined && isForGoal) this.fail(turn, reason);
    });
  }

  finish(turn: number): void {
    endTurn(this.#rows, turn, 'finish');
  }

  /** Visibly, with its reason. */
  fail(turn: number, reason: string): void {
    endTurn(this.#rows, turn, 'fail', { reason, why: `The turn failed: ${reason}` });
  }

  /** By a person. */
  stop(turn: number): void {
    endTurn(this.#rows, turn, 'stop', { why: 'Stopped by the user.' });
  }
}
