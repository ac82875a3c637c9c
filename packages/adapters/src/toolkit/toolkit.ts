import { createAgent, openCalls } from '@loadout/runner';
import type { HostResult } from '../calls/host-result.js';
import { type HostCall, HostedCalls } from '../calls/hosted-calls.js';
import { errors } from '../errors.js';
import { type AiSdkTools, aiSdkTools } from '../outward/ai-sdk.js';
import { type ClaudeAgentSdkOptions, type ClaudeAgentSdkServer, claudeAgentSdkServer } from '../outward/claude-agent-sdk.js';
import { type LangChainInterrupts, type LangChainTool, langchainInterrupts, langchainTools } from '../outward/langchain.js';
import { type MastraTools, mastraTools } from '../outward/mastra.js';
import { type OpenAiAgentsTool, openaiAgentsTools } from '../outward/openai-agents.js';
import { type StandardTool, standardTools } from '../outward/standard.js';
import { agentOptions, type ToolkitOptions } from './toolkit-options.js';

/**
 * The tools of plugins, for the agents of other toolkits. All calls belong to one session: they share its services, its schedule
 * and its journal. Each method returns the tools of that moment; call it again after an MCP server has changed its tools.
 */
export interface Toolkit {
  readonly sessionId: string;
  /** For `generateText`, `streamText` and `ToolLoopAgent` of the AI SDK 6 or 7. */
  aiSdk(): AiSdkTools;
  /** For `new Agent({ tools })` of the OpenAI Agents SDK. */
  openaiAgents(): OpenAiAgentsTool[];
  /** For `createAgent({ tools })` and `bindTools` of LangChain. Needs `@langchain/core`. */
  langchain(): Promise<LangChainTool[]>;
  /** For `humanInTheLoopMiddleware({ interruptOn })` of LangChain. Without it, a call to be asked about is denied. */
  langchainInterrupts(): LangChainInterrupts;
  /** For `new Agent({ tools })` of Mastra. Needs `@mastra/core`. */
  mastra(): Promise<MastraTools>;
  /** For `mcpServers` of the Claude Agent SDK. Needs `@modelcontextprotocol/sdk`. */
  claudeAgentSdk(options?: ClaudeAgentSdkOptions): Promise<ClaudeAgentSdkServer>;
  /** For everything else: names, descriptions, schemas, and a function. */
  standard(): StandardTool[];
  /** Runs one call. */
  call(call: HostCall): Promise<HostResult>;
  /** Interrupts running calls, ends the session and disposes the plugins. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Opens a session for the tools of plugins, of a configuration, or of both. Throws the reason if the session cannot begin. */
export async function toolkit(options: ToolkitOptions): Promise<Toolkit> {
  const agent = await createAgent(await agentOptions(options));
  try {
    if (agent.pool.tools.length === 0 && agent.spec.toolSources.length === 0) throw noTools(agent.name, options);
    const session = await openCalls(agent.spec);
    let closed: Promise<void> | undefined;
    const close = () => {
      closed ??= session.close().finally(() => agent.close());
      return closed;
    };
    return toolkitOver(new HostedCalls(session, options.images), { sessionId: session.sessionId, close });
  } catch (error) {
    await agent.close();
    throw error;
  }
}

const noTools = (agent: string, { config }: ToolkitOptions) =>
  errors.ADAPTER_OPTIONS({
    problem: config === undefined ? 'there are no plugins' : `the agent ${agent} of ${config} has no tools`,
    fix:
      config === undefined
        ? 'Pass plugins, or a config.'
        : "List its tools in the configuration, such as tools: ['*'], or pass tools.",
  });

const toolkitOver = (
  calls: HostedCalls,
  { sessionId, close }: { readonly sessionId: string; readonly close: () => Promise<void> },
): Toolkit => ({
  sessionId,
  aiSdk: () => aiSdkTools(calls),
  openaiAgents: () => openaiAgentsTools(calls),
  langchain: () => langchainTools(calls),
  langchainInterrupts: () => langchainInterrupts(calls),
  mastra: () => mastraTools(calls),
  claudeAgentSdk: (options) => claudeAgentSdkServer(calls, options),
  standard: () => standardTools(calls),
  call: (call) => calls.call(call),
  close,
  [Symbol.asyncDispose]: close,
});
