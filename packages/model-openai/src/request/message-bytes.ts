import type { Message } from '@loadout/core/model';
import { wellFormed } from '@loadout/node/http';

/**
 * The JSON of a conversation's messages as bytes. Messages are frozen, so the bytes of each are made once and collected with it. A
 * message can become several on the wire, or none.
 */
export class MessageBytes {
  readonly #toWire: (message: Message) => readonly unknown[];
  readonly #kept = new WeakMap<Message, Buffer>();

  constructor(toWire: (message: Message) => readonly unknown[]) {
    this.#toWire = toWire;
  }

  /** The elements of the list with commas between them. */
  of(messages: readonly Message[]): Buffer[] {
    const parts: Buffer[] = [];
    for (const message of messages) {
      const bytes = this.#bytesOf(message);
      if (bytes.length === 0) continue;
      if (parts.length > 0) parts.push(COMMA);
      parts.push(bytes);
    }
    return parts;
  }

  #bytesOf(message: Message): Buffer {
    const found = this.#kept.get(message);
    if (found !== undefined) return found;
    const bytes = Buffer.from(
      this.#toWire(message)
        .map((one) => wellFormed(JSON.stringify(one)))
        .join(','),
    );
    this.#kept.set(message, bytes);
    return bytes;
  }
}

const COMMA = Buffer.from(',');

/** The JSON of a list by the list's identity: it is the same object in every turn of a session. */
export class ListJson<T extends object> {
  readonly #toJson: (list: T) => string;
  readonly #kept = new WeakMap<T, string>();

  constructor(toJson: (list: T) => string) {
    this.#toJson = toJson;
  }

  of(list: T): string {
    const json = this.#kept.get(list) ?? this.#toJson(list);
    this.#kept.set(list, json);
    return json;
  }
}
