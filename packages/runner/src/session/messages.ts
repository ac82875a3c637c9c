import { type Block, isToolUse, type Message, type Origin } from '@loadout/core/model';

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

/** Knows whether one model made all answers of a conversation and all else is text. Looks at each message once. */
export class PlainMessages {
  #source: readonly Message[] = [];
  #of: string | undefined;
  #checked = 0;
  #isPlain = true;

  isFor(messages: readonly Message[], { api, model }: Origin): boolean {
    const of = `${api} ${model}`;
    if (this.#source !== messages || this.#of !== of) {
      this.#source = messages;
      this.#of = of;
      this.#checked = 0;
      this.#isPlain = true;
    }
    // The last message of the last call may have grown.
    for (let at = Math.max(0, this.#checked - 1); at < messages.length && this.#isPlain; at++) {
      const { role, content, origin } = messages[at] ?? { role: 'user', content: [] };
      this.#isPlain = role === 'user' ? content.every(isPlain) : origin?.api === api && origin.model === model;
    }
    this.#checked = messages.length;
    return this.#isPlain;
  }
}

const isPlain = (block: unknown): boolean => {
  const { type, content } = block as { readonly type?: unknown; readonly content?: unknown };
  if (type !== 'tool_result') return type === 'text';
  return !Array.isArray(content) || content.every((part: unknown) => (part as { readonly type?: unknown }).type === 'text');
};
