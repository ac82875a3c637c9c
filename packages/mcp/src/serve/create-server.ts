import { type ContentBlock, isLoadoutError, isObject, type JsonSchema } from '@loadout/core';
import type { CallOptions, ServedAgent, ServedResult, ServedSession, ServedTools } from '@loadout/core/commands';
import type { PoolTool } from '@loadout/core/run';
import { defined, releasableSignal } from '@loadout/node';
import type { CallToolResult, Server, ServerContext } from '@modelcontextprotocol/server';
import { errors } from '../errors.js';

/** Creates a protocol server over a session. Several servers may share a session and its state. */
export async function createServer(
  served: ServedTools,
  session: ServedSession,
  onClose?: (server: Server) => void,
): Promise<Server> {
  const { ProtocolError, ProtocolErrorCode, Server } = await import('@modelcontextprotocol/server');
  const { name, version, instructions, agent } = served;
  const server = new Server({ name, version }, { capabilities: { tools: { listChanged: true } }, ...defined({ instructions }) });
  // A client that uses an id again can no longer cancel the first call. Such a call ends with the connection at the latest.
  const closing = new AbortController();
  server.onclose = () => {
    closing.abort();
    onClose?.(server);
  };
  server.setRequestHandler('tools/list', () => ({ tools: listTools(session.pool.tools, agent) }));
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const reporter = new ProgressReporter(context);
    const either = releasableSignal(context.mcpReq.signal, closing.signal);
    try {
      const options = { signal: either.signal, onProgress: reporter.report };
      if (agent !== undefined && params.name === AGENT_PROMPT)
        return toMcpResult(await agent.run(taskOf(params.arguments), options));
      const id = toolUseIdOf(context);
      const { result, code } = await session.call({ ...options, name: params.name, input: params.arguments ?? {}, id });
      // The protocol wants an error of its own for a tool that is not there.
      if (code === 'TOOL_UNKNOWN') throw new ProtocolError(ProtocolErrorCode.InvalidParams, textOf(result.typedContent));
      return toMcpResult(result);
    } catch (error) {
      return failed(error);
    } finally {
      reporter.end();
      either.release();
    }
  });
  return server;
}

/** A client whose calls are tool uses of a model says which; rules, hooks and the journal then speak of the same call. Source: MCPS-15. */
function toolUseIdOf({ mcpReq }: ServerContext): string | undefined {
  const id = mcpReq._meta?.['claudecode/toolUseId'];
  return typeof id === 'string' && /^[\w-]{1,64}$/.test(id) ? id : undefined;
}

function taskOf(given: unknown): string {
  const task = (given as { task?: unknown } | undefined)?.task;
  if (typeof task !== 'string' || task.trim() === '')
    throw errors.MCP_TASK_MISSING({ found: JSON.stringify(task) ?? 'not there' });
  return task;
}

const textOf = (blocks: Parameters<typeof toMcpResult>[0]['typedContent']) =>
  blocks.map((block) => (block.type === 'text' ? block.text : '')).join('\n');

/**
 * Turns an error into a result. An error of the call is for the client's model; any other error is a fault and is answered as
 * one.
 */
function failed(error: unknown): CallToolResult {
  if (!isLoadoutError(error)) throw error;
  return failedResult(error.fix === undefined ? error.message : `${error.message} ${error.fix}`);
}

/** Sends the progress of a call to a client that asked for it, until the call is answered. */
class ProgressReporter {
  readonly report: CallOptions['onProgress'];
  #count = 0;
  #hasEnded = false;

  constructor({ mcpReq }: ServerContext) {
    const progressToken = mcpReq._meta?.progressToken;
    if (progressToken === undefined) return;
    this.report = (message) => {
      if (this.#hasEnded) return;
      this.#count += 1;
      const params = { progressToken, progress: this.#count, message };
      // A client that is gone has closed the call too; nobody is left to tell.
      mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
    };
  }

  end(): void {
    this.#hasEnded = true;
  }
}

/**
 * Converts every kind of block and the fields beside them. Values that the protocol cannot express are left out. Source: MCP-11.
 */
function toMcpResult({ typedContent, isError, structuredContent }: ServedResult): CallToolResult {
  return {
    content: typedContent.map(toMcpBlock),
    ...(isError ? { isError } : {}),
    ...(isObject(structuredContent) ? { structuredContent } : {}),
  };
}

const failedResult = (message: string): CallToolResult => ({ content: [{ type: 'text', text: message }], isError: true });

function toMcpBlock(block: ContentBlock): CallToolResult['content'][number] {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: block.text };
    case 'image':
      return { type: 'image', data: block.data, mimeType: block.mimeType };
    case 'resource_link':
      return { type: 'resource_link', uri: block.uri, name: block.name ?? block.uri };
    case 'resource': {
      const { uri, mimeType, text, blob } = block.resource;
      const known = { uri, ...defined({ mimeType }) };
      return { type: 'resource', resource: blob === undefined ? { ...known, text: text ?? '' } : { ...known, blob } };
    }
  }
}

const AGENT_PROMPT = 'agent_prompt';

/** A tool as `tools/list` tells it. */
interface ToolListing {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema?: ObjectSchema;
  readonly annotations: Readonly<Record<string, boolean>>;
}

type ObjectSchema = { readonly type: 'object'; readonly [key: string]: unknown };

/** The tools in the order of the pool, and behind them the agent as a tool. Source: MCPS-14, MCPS-17. */
function listTools(tools: readonly PoolTool[], agent: ServedAgent | undefined): ToolListing[] {
  const listed = tools.filter((tool) => agent === undefined || tool.name !== AGENT_PROMPT).map(listing);
  return agent === undefined ? listed : [...listed, agentListing(agent)];
}

/** Without its aliases: one name is enough for a client. */
function listing(tool: PoolTool): ToolListing {
  return {
    name: tool.name,
    description: tool.api.description,
    inputSchema: { ...tool.api.input_schema, type: 'object' },
    ...outputOf(tool.output?.json),
    annotations: { ...tool.annotations },
  };
}

function agentListing({ description, outputSchema }: ServedAgent): ToolListing {
  return {
    name: AGENT_PROMPT,
    description,
    inputSchema: {
      type: 'object',
      properties: {
        task: { type: 'string', minLength: 1, description: 'What the agent is to do, with all that it has to know.' },
      },
      required: ['task'],
      additionalProperties: false,
    },
    ...outputOf(outputSchema),
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  };
}

/** The protocol knows no other output than an object. */
const outputOf = (schema: JsonSchema | undefined) =>
  schema?.type === 'object' ? { outputSchema: { ...schema, type: 'object' as const } } : {};
