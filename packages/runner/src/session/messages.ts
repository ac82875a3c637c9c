import { isToolUse, type Message } from '@loadout/core';

/** The ids of all tool uses of one conversation, counted once, when the first is asked for. */
export class ToolUseIds {
  readonly #messages: () => readonly Message[];
  #ids: Set<string> | undefined;

  constructor(messages: () => readonly Message[]) {
    this.#messages = messages;
  }

  /** Takes in a message that joins the conversation. */
  add(message: Message): void {
    if (this.#ids !== undefined) for (const block of message.content) if (isToolUse(block)) this.#ids.add(block.id);
  }

  /** For a message that is still being received, and may be thrown away: its own ids do not stay. */
  inMessage(): { has(id: string): boolean; add(id: string): void } {
    this.#ids ??= new Set(this.#messages().flatMap(({ content }) => content.filter(isToolUse).map(({ id }) => id)));
    const [known, own] = [this.#ids, new Set<string>()];
    return { has: (id) => known.has(id) || own.has(id), add: (id) => own.add(id) };
  }
}

/** Two messages of the user in a row become one: after an interrupted turn the API would refuse them. */
export function pushUser(messages: Message[], message: Message): void {
  const last = messages.at(-1);
  if (last?.role === 'user')
    messages[messages.length - 1] = Object.freeze({ role: 'user', content: [...last.content, ...message.content] });
  else messages.push(message);
}
