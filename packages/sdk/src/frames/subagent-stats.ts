import { type Block, isToolUse } from '@loadout/core/model';
import type { SettledCall } from '@loadout/core/run';
import type { SubagentCounts } from '../types/usage.js';
import type { TaskEnd } from './task-frames.js';

type Wish = 'background' | 'foreground' | 'unset';

interface Begun {
  readonly type: string;
  /** The number of agents above it, with the one that the program talks to. */
  readonly depth: number;
  readonly toolUseId: string | undefined;
  readonly inBackground: boolean;
}

/** Counts the agents of a query, for its results (GAP-D7). */
export class SubagentStats {
  /** The wishes of calls about the background, until their agents begin. */
  readonly #wishes = new Map<string, Wish>();
  /** The tasks that a call of TaskStop named. */
  readonly #stopped = new Set<unknown>();
  #counts: SubagentCounts = NONE;

  get counts(): SubagentCounts {
    return this.#counts;
  }

  asked(block: Block): void {
    if (!isToolUse(block)) return;
    const { run_in_background: wish, task_id } = block.input as {
      readonly run_in_background?: unknown;
      readonly task_id?: unknown;
    };
    if (block.name === 'TaskStop') this.#stopped.add(task_id);
    else this.#wishes.set(block.id, wish === true ? 'background' : wish === false ? 'foreground' : 'unset');
  }

  began({ type, depth, toolUseId = '', inBackground }: Begun): void {
    const counts = this.#counts;
    const wish = this.#wishes.get(toolUseId) ?? 'unset';
    this.#wishes.delete(toolUseId);
    this.#counts = {
      ...counts,
      spawned: counts.spawned + 1,
      requested: { ...counts.requested, [wish]: counts.requested[wish] + 1 },
      started_in_background: counts.started_in_background + Number(inBackground),
      max_depth: Math.max(counts.max_depth, depth),
      spawned_by_subagents: counts.spawned_by_subagents + Number(depth > 1),
      by_type: { ...counts.by_type, [type]: (counts.by_type[type] ?? 0) + 1 },
    };
  }

  ended(id: string, state: TaskEnd['state']): void {
    const counts = this.#counts;
    if (state !== 'killed') this.#counts = { ...counts, [state]: counts[state] + 1 };
    else {
      const by = this.#stopped.delete(id) ? 'parent' : 'user';
      this.#counts = { ...counts, killed: { ...counts.killed, [by]: counts.killed[by] + 1 } };
    }
  }

  /** Notes the call of an agent that was not started, since as many run as may. */
  settled({ code }: SettledCall): void {
    if (code !== 'SUBAGENT_LIMIT') return;
    const { refused } = this.#counts;
    this.#counts = { ...this.#counts, refused: { ...refused, concurrency_limit: refused.concurrency_limit + 1 } };
  }
}

const NONE: SubagentCounts = {
  spawned: 0,
  requested: { background: 0, foreground: 0, unset: 0 },
  started_in_background: 0,
  max_depth: 0,
  spawned_by_subagents: 0,
  completed: 0,
  failed: 0,
  killed: { parent: 0, user: 0, system: 0 },
  refused: { depth_limit: 0, concurrency_limit: 0, budget: 0 },
  by_type: {},
};
