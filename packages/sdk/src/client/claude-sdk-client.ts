import { MessageStream } from '../engine/message-stream.js';
import { errors } from '../errors.js';
import { query, userMessage } from '../query/query.js';
import type { ContextUsage, InitializeResult, InterruptReceipt, McpStatusResult, RewindFilesResult } from '../types/control.js';
import type { SDKMessage, SDKUserMessage } from '../types/messages.js';
import type { Options } from '../types/options.js';
import type { PermissionMode } from '../types/permissions.js';
import type { Query } from '../types/query.js';

/** A prompt, or a stream of messages. */
export type ClientPrompt = string | AsyncIterable<SDKUserMessage>;

interface Connection {
  readonly running: Query;
  readonly prompts: MessageStream<SDKUserMessage>;
}

/**
 * A conversation over many prompts, modelled on the Python SDK's class of the same name: sending and receiving are separate.
 * `await using` ends it. Contract: before `connect`, and after `disconnect`, every method throws SDK_NOT_CONNECTED.
 */
export class ClaudeSDKClient {
  readonly #options: Options;
  #connection: Connection | undefined;

  constructor(options: Options = {}) {
    this.#options = options;
  }

  /**
   * Opens the conversation and sends the prompt. Throws if the options cannot be used. On an open conversation it only sends the
   * prompt.
   */
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

  /** Sends a prompt without waiting for an answer. With a stream, returns after the last message of the stream. */
  async query(prompt: ClientPrompt): Promise<void> {
    const { prompts } = this.#connected();
    if (typeof prompt === 'string') prompts.push(userMessage(prompt));
    else for await (const message of prompt) prompts.push(message);
  }

  /** Yields all messages until `disconnect`. Leaving the loop ends nothing: the next loop continues with the next message. */
  async *receiveMessages(): AsyncGenerator<SDKMessage, void> {
    const { running } = this.#connected();
    while (true) {
      const { done, value } = await running.next();
      if (done === true) return;
      yield value;
    }
  }

  /** Yields the messages up to and including the next result. */
  async *receiveResponse(): AsyncGenerator<SDKMessage, void> {
    for await (const message of this.receiveMessages()) {
      yield message;
      if (message.type === 'result') return;
    }
  }

  /** Interrupts the current turn, which ends with a result. The conversation continues. */
  async interrupt(): Promise<InterruptReceipt> {
    return this.#connected().running.interrupt();
  }

  async setPermissionMode(mode: PermissionMode): Promise<void> {
    await this.#connected().running.setPermissionMode(mode);
  }

  /** Changes the model. Without an argument, restores the model of the options. */
  async setModel(model?: string): Promise<void> {
    await this.#connected().running.setModel(model);
  }

  /** Restores the files to their state before the prompt with this uuid. Needs `enableFileCheckpointing`. */
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

  /** Returns the engine's commands, agents and models. */
  async getServerInfo(): Promise<InitializeResult> {
    return this.#connected().running.initializationResult();
  }

  async stopTask(taskId: string): Promise<void> {
    await this.#connected().running.stopTask(taskId);
  }

  /** Ends the current turn with everything that it started, and waits for that. Readers reach the end of their messages. */
  async disconnect(): Promise<void> {
    const connection = this.#connection;
    this.#connection = undefined;
    if (connection === undefined) return;
    connection.prompts.end();
    connection.running.close();
    try {
      while ((await connection.running.next()).done !== true);
    } catch {
      // A reader has already received the error, or nobody reads.
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
