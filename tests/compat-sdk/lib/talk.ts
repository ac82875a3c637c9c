import type { Query, SDKMessage, SDKResultMessage, SDKUserMessage } from '@loadout/sdk';

/** A query that has ended. */
export interface Ended {
  readonly messages: readonly SDKMessage[];
  /** The last message. Throws if there is none. */
  readonly result: SDKResultMessage;
  /** The error that the loop threw. */
  readonly thrown: Error | undefined;
}

export async function ended(query: AsyncIterable<SDKMessage>): Promise<Ended> {
  const messages: SDKMessage[] = [];
  let thrown: Error | undefined;
  try {
    for await (const message of query) messages.push(message);
  } catch (error) {
    thrown = error instanceof Error ? error : new Error(String(error));
  }
  return {
    messages,
    thrown,
    get result() {
      const last = messages.findLast((message) => message.type === 'result');
      if (last === undefined) throw new Error(`there is no result; thrown was ${thrown?.message}`);
      return last;
    },
  };
}

export const userMessage = (text: string, more: Partial<SDKUserMessage> = {}): SDKUserMessage => ({
  type: 'user',
  message: { role: 'user', content: text },
  parent_tool_use_id: null,
  session_id: '',
  ...more,
});

/** A program that sends one prompt after the other and reads the messages. */
export class Talk {
  readonly query: Query;
  readonly messages: SDKMessage[] = [];
  readonly finished: Promise<Ended>;
  #waiting: SDKUserMessage[] = [];
  #wake: (() => void) | undefined;
  #isEnded = false;
  #seen = 0;
  #look: (() => void)[] = [];
  #isOver = false;

  constructor(start: (prompts: AsyncIterable<SDKUserMessage>) => Query) {
    this.query = start(this.#prompts());
    this.finished = ended(this.#kept()).finally(() => {
      this.#isOver = true;
      this.#looked();
    });
  }

  say(text: string, more?: Partial<SDKUserMessage>): void {
    this.#waiting.push(userMessage(text, more));
    this.#wake?.();
  }

  /** Ends the prompts. */
  end(): Promise<Ended> {
    this.#isEnded = true;
    this.#wake?.();
    return this.finished;
  }

  /** Returns the next message, behind the messages already returned, that matches the condition. */
  async next(isIt: (message: SDKMessage) => boolean): Promise<SDKMessage> {
    while (true) {
      for (; this.#seen < this.messages.length; ) {
        const message = this.messages[this.#seen++];
        if (message !== undefined && isIt(message)) return message;
      }
      if (this.#isOver) throw new Error(`it ended before: ${(await this.finished).thrown?.message}`);
      await new Promise<void>((resolve) => this.#look.push(resolve));
    }
  }

  async result(): Promise<SDKResultMessage> {
    return (await this.next((message) => message.type === 'result')) as SDKResultMessage;
  }

  async *#prompts(): AsyncGenerator<SDKUserMessage> {
    while (true) {
      yield* this.#waiting.splice(0);
      if (this.#waiting.length > 0) continue;
      if (this.#isEnded) return;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  async *#kept(): AsyncGenerator<SDKMessage> {
    for await (const message of this.query) {
      this.messages.push(message);
      this.#looked();
      yield message;
    }
  }

  #looked(): void {
    for (const look of this.#look.splice(0)) look();
  }
}
