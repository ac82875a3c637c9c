import type { Block } from '@loadout/core/model';
import type { MessageOrigin, SDKUserMessage } from '../types/messages.js';

/** Prompts that wait for their turn. A prompt with priority `now` goes first; the others keep their order (LOOP-17). */
export class PromptQueue {
  #waiting: SDKUserMessage[] = [];

  add(message: SDKUserMessage): void {
    if (message.priority === 'now') this.#waiting.unshift(message);
    else this.#waiting.push(message);
  }

  next(): SDKUserMessage | undefined {
    return this.#waiting.shift();
  }

  get size(): number {
    return this.#waiting.length;
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  /** The uuids of the waiting prompts that have one. */
  get uuids(): readonly string[] {
    return this.#waiting.flatMap(({ uuid }) => (uuid === undefined ? [] : [uuid]));
  }

  /** Removes a prompt. Returns false if the prompt is not waiting, or no longer. */
  cancel(uuid: string): boolean {
    const before = this.#waiting.length;
    this.#waiting = this.#waiting.filter((message) => message.uuid !== uuid);
    return this.#waiting.length < before;
  }

  clear(): void {
    this.#waiting = [];
  }
}

/** The content of a message. An empty message asks nothing. */
export function contentOf({ message }: SDKUserMessage): string | readonly Block[] {
  return typeof message.content === 'string' ? message.content : (message.content as readonly Block[]);
}

export function blocksOf(message: SDKUserMessage): readonly Block[] {
  const content = contentOf(message);
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

/** The source of a prompt as its host says. What is no source is left out (W5). */
export const originOf = ({ origin }: SDKUserMessage): MessageOrigin | undefined =>
  typeof origin?.kind === 'string' ? origin : undefined;
