import { Engine } from '../engine/engine.js';
import { MessageStream } from '../engine/message-stream.js';
import { errors } from '../errors.js';
import type { ContextUsage, InterruptReceipt, McpStatusResult, RewindFilesResult } from '../types/control.js';
import type { McpServerConfig, McpSetServersResult } from '../types/mcp.js';
import type { SDKMessage, SDKUserMessage } from '../types/messages.js';
import type { Options } from '../types/options.js';
import type { PermissionMode } from '../types/permissions.js';
import type { Query } from '../types/query.js';

export interface QueryParameters {
  /** One prompt, or as many as come. */
  readonly prompt: string | AsyncIterable<SDKUserMessage>;
  readonly options?: Options | undefined;
}

/**
 * Asks an agent, in this process: the API of the Claude Agent SDK over Loadout's own engine. The work begins at once and goes
 * on whether or not anybody reads; breaking out of the loop ends it. Contract: what stands against starting is thrown by the
 * first read; an error result is a message.
 */
export function query({ prompt, options = {} }: QueryParameters): Query {
  const messages = new MessageStream<SDKMessage>();
  const engine = new Engine(options, { send: (message) => messages.push(message) });
  const close = () => engine.close();
  options.abortController?.signal.addEventListener('abort', close, { once: true });
  if (options.abortController?.signal.aborted === true) close();
  if (typeof prompt === 'string') {
    engine.submit(userMessage(prompt));
    engine.endInput();
  } else void streamInto(engine, prompt, (error) => messages.end(error));
  engine.run().then(
    () => messages.end(aborted(options)),
    (error: unknown) => messages.end(aborted(options) ?? error),
  );
  return queryOver(engine, messages);
}

export const userMessage = (text: string): SDKUserMessage => ({
  type: 'user',
  message: { role: 'user', content: [{ type: 'text', text }] },
  parent_tool_use_id: null,
  session_id: '',
});

/** What a program's own stream throws ends the query with that. */
async function streamInto(engine: Engine, prompts: AsyncIterable<SDKUserMessage>, fail: (error: unknown) => void): Promise<void> {
  try {
    for await (const message of prompts) engine.submit(message);
    engine.endInput();
  } catch (error) {
    fail(error);
    engine.close();
  }
}

/** Thrown when the program itself aborted it. */
export class AbortError extends Error {
  override readonly name = 'AbortError';
}

const aborted = ({ abortController }: Options): Error | undefined =>
  abortController?.signal.aborted === true ? new AbortError('The query was aborted by its program.') : undefined;

function queryOver(engine: Engine, messages: MessageStream<SDKMessage>): Query {
  const reader = shown(messages);
  const ask = <T>(subtype: string, fields: Readonly<Record<string, unknown>> = {}) =>
    engine.control({ subtype, ...fields }) as Promise<T>;
  const close = () => engine.close();
  return {
    next: () => reader.next(),
    return: async () => {
      close();
      return reader.return();
    },
    throw: async (error: unknown) => {
      close();
      return reader.throw(error);
    },
    [Symbol.asyncIterator]() {
      return this;
    },
    [Symbol.asyncDispose]: async () => close(),
    interrupt: () => ask<InterruptReceipt>('interrupt'),
    setPermissionMode: async (mode: PermissionMode) => void (await ask('set_permission_mode', { mode })),
    setModel: async (model?: string) => void (await ask('set_model', { model })),
    setMaxThinkingTokens: async (tokens: number | null) =>
      void (await ask('set_max_thinking_tokens', { max_thinking_tokens: tokens })),
    initializationResult: () => engine.initialization(),
    supportedCommands: async () => (await engine.initialization()).commands,
    supportedModels: async () => (await engine.initialization()).models,
    supportedAgents: async () => (await engine.initialization()).agents,
    accountInfo: async () => (await engine.initialization()).account,
    mcpServerStatus: async () => (await ask<McpStatusResult>('mcp_status')).mcpServers,
    setMcpServers: (servers: Readonly<Record<string, McpServerConfig>>) =>
      ask<McpSetServersResult>('mcp_set_servers', { servers }),
    reconnectMcpServer: async (serverName: string) => void (await ask('mcp_reconnect', { serverName })),
    toggleMcpServer: async (serverName: string, enabled: boolean) => void (await ask('mcp_toggle', { serverName, enabled })),
    rewindFiles: (user_message_id: string, { dryRun = false } = {}) =>
      ask<RewindFilesResult>('rewind_files', { user_message_id, dry_run: dryRun }),
    getContextUsage: () => ask<ContextUsage>('get_context_usage'),
    stopTask: async (task_id: string) => void (await ask('stop_task', { task_id })),
    streamInput: (stream: AsyncIterable<SDKUserMessage>) =>
      streamInto(engine, stream, (error) => messages.end(error ?? errors.SDK_CLOSED({}))),
    close,
  };
}

/** What is for hosts at the other end of a pipe alone is no message. */
async function* shown(messages: AsyncIterable<SDKMessage>): AsyncGenerator<SDKMessage, void> {
  for await (const message of messages) if (!('sdk_host_only' in message)) yield message;
}
