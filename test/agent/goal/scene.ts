import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { surroundingsOf } from '../../../src/agent/goal/surroundings-of-client.ts';
import type { ModelRequest } from '../../../src/agent/model.ts';
import type { RunningConversation } from '../../../src/agent/run-conversation.ts';
import type { NewGoal } from '../../../src/agent/store/goal.ts';
import type { Item } from '../../../src/agent/store/item.ts';
import type { Store } from '../../../src/agent/store/store.ts';
import type { Client } from '../../../src/client/client.ts';
import { until } from '../../until.ts';
import { openAlone } from '../support/alone.ts';
import { leaveRingsAlone } from '../support/not-rung.ts';
import { Scene } from '../support/scene.ts';
import { type Reply, scriptedModel, textOf } from '../support/scripted-model.ts';

export const bounds = { turns: 10, tokens: 0, dollars: 0, seconds: 0 };

/** What a judge says. */
export type Judged = {
  readonly verdict: 'done' | 'continue' | 'wait';
  readonly process?: string;
  readonly wake_up?: string;
  readonly seconds?: number;
  readonly reason?: string;
};

type Script = {
  /** What it does in a turn, by what it was told last. */
  readonly work?: (told: string, request: ModelRequest) => Reply | Promise<Reply>;
  /** What the judge says, one after the other; `done` after the last. */
  readonly verdicts: readonly (Judged | ((seen: string) => Judged | string))[];
};

/** A conversation with a goal: with a real daemon, or alone. */
export class GoalScene {
  readonly store: Store;
  readonly #alone: RunningConversation | undefined;
  /** What the judge was shown, each time. */
  readonly judged: string[] = [];
  /** What the model was told in its turns. */
  readonly told: string[] = [];
  readonly #scene: Scene | undefined;

  constructor(t: TestContext, { work = () => 'worked', verdicts }: Script, where: 'alone' | 'with a daemon') {
    const left = [...verdicts];
    const model = scriptedModel((request) => {
      const told = textOf(request.messages.findLast(({ role }) => role === 'user'));
      if (request.tools[0]?.name !== 'verdict') {
        if (request.messages.at(-1)?.role === 'user') this.told.push(told);
        return request.messages.at(-1)?.role === 'tool' ? 'worked' : work(told, request);
      }
      this.judged.push(told);
      const next = left.shift() ?? { verdict: 'done' as const };
      const verdict = typeof next === 'function' ? next(told) : next;
      if (typeof verdict === 'string') return verdict;
      return [['verdict', { reason: `because ${verdict.verdict}`, ...verdict }]];
    });
    if (where === 'alone') {
      const { store, running, run } = openAlone(t, { model, goalBounds: bounds });
      [this.store, this.#alone] = [store, running];
      run();
      return;
    }
    const options = (client: Client, id: string) => ({
      surroundings: surroundingsOf(client, id),
      goalBounds: bounds,
    });
    this.#scene = new Scene(t, model, { options, prepare: leaveRingsAlone });
    this.store = this.#scene.store;
  }

  get scene(): Scene {
    assert(this.#scene, 'there is a daemon');
    return this.#scene;
  }

  get client(): Client {
    return this.scene.client;
  }

  get running(): RunningConversation {
    return this.#alone ?? this.scene.running;
  }

  get id(): string {
    return this.running.id;
  }

  get goal() {
    return this.store.goals.get(this.id);
  }

  set(text: string, change: Partial<NewGoal> = {}): void {
    assert(this.store.goals.set(this.id, { clientId: text, text, bounds, ...change }));
    this.running.interruptJudge();
  }

  change(event: 'pause' | 'resume' | 'unwait' | 'clear'): boolean {
    const isChanged = this.store.goals.change(this.id, event);
    this.running.interruptJudge();
    return isChanged;
  }

  async becomes(state: string): Promise<void> {
    await until(
      () => this.goal?.state === state && this.store.view(this.id).turn === undefined,
      `the goal is ${state}`,
    );
  }

  /** Nothing is to be done. */
  async settles(): Promise<void> {
    await until(() => this.store.unfinished().length === 0, 'nothing is to be done');
  }

  /** What the tools answered, oldest first. */
  get answers(): string[] {
    return this.store
      .history(this.id)
      .flatMap((message) => (message.role === 'tool' ? message.content.map(({ output }) => output) : []));
  }

  /** What happened, in its order. */
  get events(): string[] {
    return this.store.itemsBefore(this.id, undefined, 1_000).map(describe);
  }
}

function describe(item: Item): string {
  if (item.kind === 'goal_event') return item.event;
  if (item.kind === 'judgement') return `judged ${item.verdict?.verdict ?? item.state}`;
  return item.kind;
}
