/** The public names, by hand: adding one is a decision. */
export { ClaudeSDKClient, type ClientPrompt } from './client/claude-sdk-client.js';
export {
  BUILTIN_TOOL_NAMES,
  EXIT_REASONS,
  type ExitReason,
  HOOK_EVENTS,
  LEGACY_TOOL_NAME_ALIASES,
  ORG_POLICY_LIMIT_PREFIXES,
  USAGE_LIMIT_ERROR_PREFIXES,
  USAGE_TRANSITION_PREFIXES,
  USAGE_WARNING_PREFIXES,
} from './constants.js';
export { createSdkMcpServer, type SdkMcpServer, type SdkMcpServerOptions } from './create-sdk-mcp-server.js';
export { errors, table as errorTable } from './errors.js';
export { type ClaimOptions, prewarm, type SpareProcess } from './query/prewarm.js';
export { AbortError, type QueryParameters, query } from './query/query.js';
export { type StartupParameters, startup, type WarmQuery } from './query/startup.js';
export { blockUuid, messageUuid } from './sessions/block-uuid.js';
export { archiveSession, deleteSession, renameSession, tagSession, unarchiveSession } from './sessions/change-session.js';
export { claudeFormat } from './sessions/claude-format.js';
export { claudeSessions } from './sessions/claude-store.js';
export { forkSession } from './sessions/fork-session.js';
export { hydrate } from './sessions/hydrate.js';
export { importSessionToStore } from './sessions/import-session.js';
export { InMemorySessionStore } from './sessions/in-memory-session-store.js';
export { getSessionInfo, listSessions } from './sessions/list-sessions.js';
export { type Mirrored, type MirrorOptions, mirrored } from './sessions/mirrored.js';
export { getSessionMessages } from './sessions/session-messages.js';
export { foldSessionSummary } from './sessions/session-summary.js';
export { getSubagentMessages, listSubagents } from './sessions/subagents.js';
export { SYSTEM_PROMPT_DYNAMIC_BOUNDARY } from './setup/prompts.js';
export { filterEscalatingDefaultMode, matchDeniedModels, resolveSettings } from './setup/resolve-settings.js';
export { type SdkTool, type ToolArguments, type ToolExtra, type ToolExtras, type ToolSchema, tool } from './tool.js';
export type * from './types/agents.js';
export type * from './types/control.js';
export type * from './types/hooks.js';
export type * from './types/mcp.js';
export type * from './types/messages.js';
export type * from './types/names.js';
export type * from './types/options.js';
export type * from './types/permissions.js';
export type * from './types/query.js';
export type * from './types/sessions.js';
export type * from './types/settings.js';
export type * from './types/stream-event.js';
export type * from './types/system-messages.js';
export type { ModelUsage } from './types/usage.js';
