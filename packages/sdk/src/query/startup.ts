import { MessageStream } from '../engine/message-stream.js';
import { errors } from '../errors.js';
import type { SDKUserMessage } from '../types/messages.js';
import type { Options } from '../types/options.js';
import type { Query } from '../types/query.js';
import { checkedPrompt, query, userMessage } from './query.js';
import { within } from './within.js';

/** A query that waits for its prompt. */
export interface WarmQuery extends AsyncDisposable {
  /** Sends the prompt. Contract: may be called once; a second call throws SDK_CLOSED. */
  query(prompt: string | AsyncIterable<SDKUserMessage>): Query;
  /** Ends the query without a prompt. */
  close(): void;
}

export interface StartupParameters {
  readonly options?: Options | undefined;
  /** The limit for starting. Absent: no limit. */
  readonly initializeTimeoutMs?: number | undefined;
}

/**
 * Prepares a query up to the point where its prompt is needed: settings, packages, MCP servers, session. Throws if the query
 * cannot start.
 */
export async function startup({ options, initializeTimeoutMs }: StartupParameters = {}): Promise<WarmQuery> {
  const prompts = new MessageStream<SDKUserMessage>();
  const running = query({ prompt: prompts, options });
  const opened = running.getContextUsage().catch(async (error: unknown) => {
    running.close();
    // The reader gets a start error when the messages end.
    while ((await running.next()).done !== true);
    throw error;
  });
  try {
    // The answer arrives when the session is open.
    await within(opened, initializeTimeoutMs);
  } catch (error) {
    running.close();
    throw error;
  }
  let isAsked = false;
  return {
    query(prompt) {
      if (isAsked) throw errors.SDK_CLOSED({});
      const asked = checkedPrompt(prompt);
      isAsked = true;
      if (typeof asked === 'string') {
        prompts.push(userMessage(asked));
        prompts.end();
      } else void passOn(asked, prompts);
      return running;
    },
    close: () => running.close(),
    [Symbol.asyncDispose]: async () => running.close(),
  };
}

/** Passes prompts on. An error of the program's stream ends the query with that error. */
async function passOn(from: AsyncIterable<SDKUserMessage>, to: MessageStream<SDKUserMessage>): Promise<void> {
  try {
    for await (const message of from) to.push(message);
    to.end();
  } catch (error) {
    to.end(error);
  }
}
