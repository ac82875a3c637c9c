import type { Engine } from '../engine/engine.js';
import type {
  ContextUsage,
  GetUsageResult,
  InitializeResult,
  InterruptReceipt,
  McpReadResourceResult,
  McpStatusResult,
  ReadFileResult,
  ReloadOutputStylesResult,
  ReloadPluginsResult,
  ReloadSkillsResult,
  RewindFilesResult,
  SetPermissionModeResult,
} from '../types/control.js';
import type { McpSetServersResult } from '../types/mcp.js';
import type { Query, QueryRequests } from '../types/query.js';

type Fields = Readonly<Record<string, unknown>>;
type Ask = <T = unknown>(subtype: string, fields?: Fields) => Promise<T>;

/** The requests to a running query, each through its wire request. */
export function requestsOf(engine: Engine): QueryRequests {
  const ask: Ask = <T>(subtype: string, fields: Fields = {}) => engine.control({ subtype, ...fields }) as Promise<T>;
  return { ...aboutItself(ask), ...aboutModel(ask), ...aboutSettings(ask), ...aboutServers(ask), ...aboutWork(ask) };
}

const aboutItself = (ask: Ask) => {
  const initialized = () => ask<InitializeResult>('initialize');
  return {
    initializationResult: initialized,
    reinitialize: initialized,
    supportedCommands: async () => (await initialized()).commands,
    supportedModels: async () => (await initialized()).models,
    supportedAgents: async () => (await initialized()).agents,
    accountInfo: async () => (await initialized()).account,
  };
};

const aboutModel = (ask: Ask) => ({
  setModel: async (model?: string) => void (await ask('set_model', { model })),
  setMaxThinkingTokens: async (tokens: number | null, thinking_display?: Parameters<Query['setMaxThinkingTokens']>[1]) =>
    void (await ask('set_max_thinking_tokens', { max_thinking_tokens: tokens, thinking_display })),
  getContextUsage: ({ detail }: { readonly detail?: 'summary' | 'full' } = {}) =>
    ask<ContextUsage>('get_context_usage', { detail }),
  usage_EXPERIMENTAL_MAY_CHANGE_DO_NOT_RELY_ON_THIS_API_YET: ({ skipBehaviors }: { readonly skipBehaviors?: boolean } = {}) =>
    ask<GetUsageResult>('get_usage', { skip_behaviors: skipBehaviors }),
});

const aboutSettings = (ask: Ask) => ({
  setPermissionMode: (mode: string) => ask<SetPermissionModeResult>('set_permission_mode', { mode }),
  applyFlagSettings: async (settings: Fields) => void (await ask('apply_flag_settings', { settings })),
  updateSettings: async (source: string, settings: Fields) => void (await ask('update_settings', { source, settings })),
  reloadSkills: () => ask<ReloadSkillsResult>('reload_skills'),
  reloadOutputStyles: () => ask<ReloadOutputStylesResult>('reload_output_styles'),
  reloadPlugins: ({ holdOnCacheImpact, addPlugins, refuseIfBusy }: Parameters<Query['reloadPlugins']>[0] = {}) =>
    ask<ReloadPluginsResult>('reload_plugins', {
      hold_on_cache_impact: holdOnCacheImpact,
      add_plugins: addPlugins,
      refuse_if_busy: refuseIfBusy,
    }),
});

const aboutServers = (ask: Ask) => ({
  mcpServerStatus: async () => (await ask<McpStatusResult>('mcp_status')).mcpServers,
  setMcpServers: (servers: Parameters<Query['setMcpServers']>[0]) => ask<McpSetServersResult>('mcp_set_servers', { servers }),
  reconnectMcpServer: async (serverName: string) => void (await ask('mcp_reconnect', { serverName })),
  toggleMcpServer: async (serverName: string, enabled: boolean) => void (await ask('mcp_toggle', { serverName, enabled })),
  readMcpResource: (serverName: string, uri: string) => ask<McpReadResourceResult>('mcp_read_resource', { serverName, uri }),
  setMcpPermissionModeOverride: (serverName: string, mode: 'default' | 'auto' | null) =>
    ask<{ readonly warning?: string }>('set_mcp_permission_mode_override', { serverName, mode }),
});

const aboutWork = (ask: Ask) => ({
  interrupt: () => ask<InterruptReceipt>('interrupt'),
  stopTask: async (task_id: string) => void (await ask('stop_task', { task_id })),
  backgroundTasks: async (tool_use_id?: string) =>
    (await ask<{ readonly backgrounded?: boolean }>('background_tasks', { tool_use_id })).backgrounded === true,
  rewindFiles: (user_message_id: string, { dryRun = false }: { readonly dryRun?: boolean } = {}) =>
    ask<RewindFilesResult>('rewind_files', { user_message_id, dry_run: dryRun }),
  seedReadState: async (path: string, mtime: number) => void (await ask('seed_read_state', { path, mtime })),
  readFile: async (path: string, { maxBytes, encoding }: Parameters<Query['readFile']>[1] = {}) =>
    ask<ReadFileResult>('read_file', { path, max_bytes: maxBytes, encoding }).catch(() => null),
});
