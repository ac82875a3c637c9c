import { MessageStream } from '../engine/message-stream.js';
import { errors } from '../errors.js';
import { query, userMessage } from '../query/query.js';
import type { ContextUsage, InitializeResult, InterruptReceipt, McpStatusResult, RewindFilesResult } from '../types/control.js';
import type { SDKMessage, SDKUserMessage } from '../types/messages.js';
import type { Options } from '../types/options.js';
import type { PermissionMode } from '../types/permissions.js';
import type { Query } from '../types/query.js';

/** A prompt, or messages as they come. */
export type ClientPrompt = string | AsyncIterable<SDKUserMessage>;

interface Connection {
  readonly running: Query;
  readonly prompts: MessageStream<SDKUserMessage>;
}

/**
 * A conversation that is held over many prompts, in the manner of the Python SDK's class of this name: what is asked and what
 * is read are apart. `await using` ends it. Contract: before `connect`, and after `disconnect`, everything throws SDK_NOT_CONNECTED.
 */
export class ClaudeSDKClient {
  readonly #options: Options;
  #connection: Connection | undefined;

  constructor(options: Options = {}) {
    this.#options = options;
  }

  /** Throws what stands against the options. On one that is connected it only asks. */
  async connect(prompt?: ClientPrompt): Promise<void> {
    if (this.#connection === undefined) {
      const prompts = new MessageStream<SDKUserMessage>();
      this.#connection = { prompts, running: query({ prompt: prompts, options: this.#options }) };
      try {
        await this.#connection.running.initializationResult();
      } catch (error) {
        await this.disconnect();
        throw error;
      }
    }
    if (prompt !== undefined) await this.query(prompt);
  }

  /** Asks, and waits for no answer: with messages that come, until the last of them is given. */
  async query(prompt: ClientPrompt): Promise<void> {
    const { prompts } = this.#connected();
    if (typeof prompt === 'string') prompts.push(userMessage(prompt));
    else for await (const message of prompt) prompts.push(message);
  }

  /** All messages until `disconnect`. Leaving the loop ends nothing: another one reads on from there. */
  async *receiveMessages(): AsyncGenerator<SDKMessage, void> {
    const { running } = this.#connected();
    while (true) {
      const { done, value } = await running.next();
      if (done === true) return;
      yield value;
    }
  }

  /** Up to the next result, with that as the last one. */
  async *receiveResponse(): AsyncGenerator<SDKMessage, void> {
    for await (const message of this.receiveMessages()) {
      yield message;
      if (message.type === 'result') return;
    }
  }

  /** What is under way ends with a result; the conversation goes on. */
  async interrupt(): Promise<InterruptReceipt> {
    return this.#connected().running.interrupt();
  }

  async setPermissionMode(mode: PermissionMode): Promise<void> {
    await this.#connected().running.setPermissionMode(mode);
  }

  /** Absent: back to that of the options. */
  async setModel(model?: string): Promise<void> {
    await this.#connected().running.setModel(model);
  }

  /** To what files were before the prompt of this uuid. Needs `enableFileCheckpointing`. */
  async rewindFiles(userMessageId: string, options?: { readonly dryRun?: boolean }): Promise<RewindFilesResult> {
    return this.#connected().running.rewindFiles(userMessageId, options);
  }

  async getMcpStatus(): Promise<McpStatusResult> {
    return { mcpServers: await this.#connected().running.mcpServerStatus() };
  }

  async reconnectMcpServer(name: string): Promise<void> {
    await this.#connected().running.reconnectMcpServer(name);
  }

  async toggleMcpServer(name: string, enabled: boolean): Promise<void> {
    await this.#connected().running.toggleMcpServer(name, enabled);
  }

  async getContextUsage(): Promise<ContextUsage> {
    return this.#connected().running.getContextUsage();
  }

  /** Commands, agents, models: what the engine says of itself. */
  async getServerInfo(): Promise<InitializeResult> {
    return this.#connected().running.initializationResult();
  }

  async stopTask(taskId: string): Promise<void> {
    await this.#connected().running.stopTask(taskId);
  }

  /** Ends what is under way with all that it started, and waits for that. Who reads gets the end. */
  async disconnect(): Promise<void> {
    const connection = this.#connection;
    this.#connection = undefined;
    if (connection === undefined) return;
    connection.prompts.end();
    connection.running.close();
    try {
      while ((await connection.running.next()).done !== true);
    } catch {
      // Who reads has been told, or nobody wanted to know.
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.disconnect();
  }

  #connected(): Connection {
    if (this.#connection === undefined) throw errors.SDK_NOT_CONNECTED({});
    return this.#connection;
  }
}
