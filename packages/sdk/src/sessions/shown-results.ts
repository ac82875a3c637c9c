import { type Block, isToolUse } from '@loadout/core/model';
import type { ShownCall } from '@loadout/runner';
import { toolUseResult } from './tool-use-result.js';

/** The results of one message's calls as programs see them, and the lines of the calls: the fields beside each result (W20). */
export class ShownResults {
  readonly #results = new Map<string, unknown>();
  readonly #calls = new Map<string, string>();

  add(call: ShownCall): void {
    this.#results.set(call.id, toolUseResult(call));
  }

  /** Notes the line with these blocks of the model's message. */
  line(blocks: readonly Block[], uuid: string): void {
    for (const block of blocks) if (isToolUse(block)) this.#calls.set(block.id, uuid);
  }

  about(id: string): object {
    const [result, call] = [this.#results.get(id), this.#calls.get(id)];
    this.#results.delete(id);
    return {
      ...(result === undefined ? {} : { toolUseResult: result }),
      ...(call === undefined ? {} : { sourceToolAssistantUUID: call }),
    };
  }

  nextMessage(): void {
    this.#calls.clear();
  }
}
