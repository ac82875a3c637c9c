import { type Block, isToolUse, type Message } from '@loadout/core/model';

/** The ids of all tool uses of one conversation, collected on first use. */
export class ToolUseIds {
  readonly #messages: () => readonly Message[];
  #ids: Set<string> | undefined;

  constructor(messages: () => readonly Message[]) {
    this.#messages = messages;
  }

  /** Adds the ids of a message that joins the conversation. */
  add(message: Message): void {
    if (this.#ids !== undefined) for (const block of message.content) if (isToolUse(block)) this.#ids.add(block.id);
  }

  /** Returns the ids for a message that is still arriving. Its own ids are not kept, since the message may be discarded. */
  inMessage(): { has(id: string): boolean; add(id: string): void } {
    this.#ids ??= new Set(this.#messages().flatMap(({ content }) => content.filter(isToolUse).map(({ id }) => id)));
    const [known, own] = [this.#ids, new Set<string>()];
    return { has: (id) => known.has(id) || own.has(id), add: (id) => own.add(id) };
  }
}

/** Returns a message to the model: a prompt, results, or words of the loop. */
export const userMessage = (content: readonly Block[]): Message =>
  Object.freeze({ role: 'user', content: Object.freeze(content) });

/** Adds a user message. Two user messages in a row become one, since the API refuses them after an interrupted turn. */
export function pushUser(messages: Message[], message: Message): void {
  const last = messages.at(-1);
  if (last?.role === 'user') messages[messages.length - 1] = userMessage([...last.content, ...message.content]);
  else messages.push(message);
}
