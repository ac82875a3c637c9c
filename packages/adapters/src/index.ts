/** The public names, by hand: adding one is a decision. */

export type { HostResult } from './calls/host-result.js';
export type { HostCall } from './calls/hosted-calls.js';
export { errors, table as errorTable } from './errors.js';
export type { ForeignOptions } from './inward/foreign-plugin.js';
export { type AiSdkToolLike, fromAiSdkTools } from './inward/from-ai-sdk.js';
export { fromLangChainTools, type LangChainToolLike } from './inward/from-langchain.js';
export { fromMastraTools, type MastraToolLike } from './inward/from-mastra.js';
export { fromOpenAiAgentsTools, type OpenAiAgentsToolLike } from './inward/from-openai-agents.js';
export { fromZod3 } from './inward/from-zod3.js';
export type { AiSdkOutput, AiSdkTool, AiSdkTools } from './outward/ai-sdk.js';
export type { ClaudeAgentSdkOptions, ClaudeAgentSdkServer } from './outward/claude-agent-sdk.js';
export type { HostSchema } from './outward/host-schema.js';
export type { LangChainInterrupts, LangChainTool } from './outward/langchain.js';
export type { MastraTool, MastraTools } from './outward/mastra.js';
export type { OpenAiAgentsTool } from './outward/openai-agents.js';
export type { StandardTool } from './outward/standard.js';
export { type Toolkit, toolkit } from './toolkit/toolkit.js';
export type { ToolkitOptions } from './toolkit/toolkit-options.js';
