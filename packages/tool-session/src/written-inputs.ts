import { defineService, type ToolContext } from '@loadout/core';

/**
 * The inputs that the model itself wrote, by call. A hook or a host may fill in an input later, and some values may come only
 * from them. The input that is checked first is the model's.
 */
export class WrittenInputs {
  readonly #inputs = new Map<string, unknown>();

  /** Only the first time for each call. */
  remember(toolUseId: string, input: unknown): void {
    if (!this.#inputs.has(toolUseId)) this.#inputs.set(toolUseId, input);
  }

  has(toolUseId: string): boolean {
    return this.#inputs.has(toolUseId);
  }

  /** Forgets it too. */
  take(toolUseId: string): unknown {
    const input = this.#inputs.get(toolUseId);
    this.#inputs.delete(toolUseId);
    return input;
  }
}

const WrittenInputsKey = defineService<WrittenInputs>('loadout.tool-session.WrittenInputs');

export const writtenInputsOffer = { service: WrittenInputsKey, create: () => new WrittenInputs() };

/** Returns the record. Absent if a tool is called outside a session; then the author of an input is unknown. */
export const writtenInputs = (context: ToolContext): WrittenInputs | undefined => context.find(WrittenInputsKey);
