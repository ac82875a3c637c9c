import type { PermissionMode } from '@loadout/core';
import { isText, type Message } from '@loadout/core/model';
import type { ToolPool } from '@loadout/core/run';
import { type Told, told } from '../told/told.js';
import { toolWith } from '../tools/find-tools.js';
import type { Permissions } from './permissions.js';

/**
 * Tells the model of plan mode: at its first prompt, and at each switch that the model did not make itself. The text is a reminder beside
 * the newest message, so that the cached beginning of the conversation stays (GAP-C1).
 */
export class ModeNews {
  readonly #permissions: Permissions;
  /** The mode that the conversation names last. Undefined: none, which means any mode but plan. */
  #told: PermissionMode | undefined;

  constructor(permissions: Permissions, messages: readonly Message[]) {
    this.#permissions = permissions;
    this.#told = lastNamed(messages);
  }

  announce(pool: ToolPool): Told | undefined {
    const { mode, layers } = this.#permissions;
    const [isPlan, wasPlan] = [mode === 'plan', this.#told === 'plan'];
    if (isPlan === wasPlan) return undefined;
    this.#told = mode;
    if (!isPlan) return told.planEnds(mode);
    return told.planBegins({ exit: toolWith(pool, 'ends-plan-mode')?.name, asks: layers.planAsks === true });
  }

  /** Notes that the result of a tool names the mode. */
  knows(mode: PermissionMode): void {
    this.#told = mode;
  }

  /** Forgets what the model was told, after the conversation was replaced. */
  forget(): void {
    this.#told = undefined;
  }
}

/** Finds the mode in the words of the reminders and of the tools that change it. */
const NAMED = /permission mode is now (\w+)/gi;

function lastNamed(messages: readonly Message[]): PermissionMode | undefined {
  for (const { role, content } of messages.toReversed()) {
    if (role !== 'user') continue;
    const text = content.map((block) => (isText(block) ? block.text : JSON.stringify(block))).join('\n');
    const named = [...text.matchAll(NAMED)].at(-1)?.[1];
    if (named !== undefined) return named as PermissionMode;
  }
  return undefined;
}
