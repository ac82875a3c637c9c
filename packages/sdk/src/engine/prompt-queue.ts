import type { Block } from '@loadout/core';
import type { SDKUserMessage } from '../types/messages.js';

/** Prompts that wait for their turn. `now` goes first; the rest stay in the order in which they came. Source: LOOP-17. */
export class PromptQueue {
  #waiting: SDKUserMessage[] = [];

  add(message: SDKUserMessage): void {
    if (message.priority === 'now') this.#waiting.unshift(message);
    else this.#waiting.push(message);
  }

  next(): SDKUserMessage | undefined {
    return this.#waiting.shift();
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  /** Those that a program can name. */
  get uuids(): readonly string[] {
    return this.#waiting.flatMap(({ uuid }) => (uuid === undefined ? [] : [uuid]));
  }

  /** False: it is not waiting, or not any more. */
  cancel(uuid: string): boolean {
    const before = this.#waiting.length;
    this.#waiting = this.#waiting.filter((message) => message.uuid !== uuid);
    return this.#waiting.length < before;
  }

  clear(): void {
    this.#waiting = [];
  }
}

/** A message with nothing in it asks nothing. */
export function contentOf({ message }: SDKUserMessage): string | readonly Block[] {
  return typeof message.content === 'string' ? message.content : (message.content as readonly Block[]);
}

export function blocksOf(message: SDKUserMessage): readonly Block[] {
  const content = contentOf(message);
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}
