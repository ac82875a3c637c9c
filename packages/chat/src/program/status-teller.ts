import type { Agent, Conversation, RunResult } from '@loadout/runner';
import { branchOf } from '../status/branch.js';
import type { Surface } from './surface.js';

interface StatusTellerParts {
  readonly surface: Surface;
  readonly agent: Agent;
  readonly version: string;
}

/** Keeps the status line true: what it shows is read when something may have changed it, and not for each frame. */
export class StatusTeller {
  readonly #parts: StatusTellerParts;

  constructor(parts: StatusTellerParts) {
    this.#parts = parts;
  }

  refresh(conversation: Conversation, lastResult: RunResult | undefined): void {
    const { surface, agent } = this.#parts;
    const { window, total } = conversation.contextUsage();
    const { cwd, model } = conversation.inspect();
    surface.status({
      agent: agent.name,
      model,
      mode: conversation.permissionMode,
      context: window === undefined ? undefined : total / window,
      costUsd: lastResult?.costUsd,
      branch: branchOf(cwd),
    });
  }

  close(): void {}
}
