import { serverPrefix } from '@loadout/config';
import { isObject, messageOf } from '@loadout/core';
import { defined } from '@loadout/node';
import type { HookCallbackMatcher, HookJSONOutput } from '../types/hooks.js';
import type { McpServerConfig } from '../types/mcp.js';
import type { ElicitationRequest, ElicitationResult, Options } from '../types/options.js';
import type { CanUseTool, PermissionResult } from '../types/permissions.js';
import type { EngineFlags } from './flags.js';
import { HostGone, type Wire } from './wire.js';
import { WireServer } from './wire-server.js';

/** The servers inside the program, by name. Messages of the program to a server without a request go through this map. */
export type WireServers = ReadonlyMap<string, WireServer>;

export interface HostParts {
  readonly options: Options;
  readonly servers: WireServers;
}

/** Adds the values of `initialize`, which override the flags. Each callback of the program is a request over the wire. */
export function withHost(
  options: Options,
  {
    flags,
    wire,
    initialize,
  }: { readonly flags: EngineFlags; readonly wire: Wire; readonly initialize: Readonly<Record<string, unknown>> },
): HostParts {
  const servers = wireServers(options, { wire, named: initialize.sdkMcpServers });
  const given: Partial<Record<keyof Options, unknown>> = {
    systemPrompt: promptOf(options, initialize),
    agents: isObject(initialize.agents) ? { ...options.agents, ...initialize.agents } : undefined,
    skills: initialize.skills,
    title: initialize.title,
    toolAliases: initialize.toolAliases,
    forwardSubagentText: initialize.forwardSubagentText,
    planModeInstructions: initialize.planModeInstructions,
    hooks: hooksOf(initialize.hooks, wire),
    outputFormat: isObject(initialize.jsonSchema) ? { type: 'json_schema', schema: initialize.jsonSchema } : undefined,
    plugins: Array.isArray(initialize.plugins) ? [...(options.plugins ?? []), ...initialize.plugins] : undefined,
    mcpServers: {
      ...withoutSdk(options.mcpServers),
      ...(isObject(initialize.mcpServers) ? withoutSdk(initialize.mcpServers as Options['mcpServers']) : {}),
      ...Object.fromEntries([...servers].map(([name, server]) => [name, { type: 'sdk', name, instance: server }])),
    },
    canUseTool: isAsked(flags) ? canUseToolOver(wire, { servers, seconds: flags['permission-prompt-timeout'] }) : undefined,
    onElicitation: (request: ElicitationRequest, { signal }: { signal: AbortSignal }) => elicit(wire, { request, signal }),
  };
  const said = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== null));
  return { options: { ...options, ...said } as Options, servers };
}

function promptOf({ systemPrompt }: Options, initialize: Readonly<Record<string, unknown>>): Options['systemPrompt'] {
  const { systemPrompt: said, appendSystemPrompt: append } = initialize;
  if (Array.isArray(said) || typeof said === 'string') return said as Options['systemPrompt'];
  return typeof append === 'string' ? { type: 'preset', preset: 'claude_code', append } : (systemPrompt ?? undefined);
}

/** The servers that `initialize` names, or that have the type `sdk` in `--mcp-config`. */
function wireServers(options: Options, { wire, named }: { readonly wire: Wire; readonly named: unknown }): WireServers {
  const inFlags = Object.entries(options.mcpServers ?? {}).filter(([, { type }]) => type === 'sdk');
  const names = [...inFlags.map(([name]) => name), ...(Array.isArray(named) ? named.map(String) : [])];
  return new Map([...new Set(names)].map((name) => [name, new WireServer(name, wire)]));
}

/** Adds to each entry of type `sdk` the connection to the server of its name. */
export const withInstances = (entries: Readonly<Record<string, unknown>>, servers: WireServers): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(entries).map(([name, entry]) => [
      name,
      isObject(entry) && entry.type === 'sdk' ? { ...entry, name, instance: servers.get(name) } : entry,
    ]),
  );

const withoutSdk = (servers: Options['mcpServers'] = {}): Record<string, McpServerConfig> =>
  Object.fromEntries(Object.entries(servers).filter(([, { type }]) => type !== 'sdk'));

function hooksOf(registered: unknown, wire: Wire): Options['hooks'] {
  if (!isObject(registered)) return undefined;
  const events = Object.entries(registered).map(([event, matchers]) => [
    event,
    (Array.isArray(matchers) ? matchers : []).filter(isObject).map((matcher) => matcherOf(matcher, wire)),
  ]);
  return Object.fromEntries(events) as Options['hooks'];
}

function matcherOf(given: Readonly<Record<string, unknown>>, wire: Wire): HookCallbackMatcher {
  const { matcher, hookCallbackIds, timeout, onFailure } = given;
  const ids = Array.isArray(hookCallbackIds) ? hookCallbackIds.map(String) : [];
  return {
    ...(typeof matcher === 'string' ? { matcher } : {}),
    ...(typeof timeout === 'number' ? { timeout } : {}),
    ...(onFailure === 'block' ? { onFailure } : {}),
    hooks: ids.map(
      (callback_id) =>
        async (input: unknown, tool_use_id: string | undefined, { signal }: { signal: AbortSignal }) => {
          const named = tool_use_id === undefined ? {} : { tool_use_id };
          return (await wire.ask({ subtype: 'hook_callback', callback_id, input, ...named }, { signal })) as HookJSONOutput;
        },
    ),
  };
}

/** With `--permission-prompts none` nobody is asked, and a call that needs approval is denied. */
const isAsked = (flags: EngineFlags) => flags['permission-prompt-tool'] === 'stdio' && flags['permission-prompts'] !== 'none';

const canUseToolOver =
  (wire: Wire, { servers, seconds }: { readonly servers: WireServers; readonly seconds: number | undefined }): CanUseTool =>
  async (tool_name, input, context) => {
    const { signal, suggestions, toolUseID, blockedPath, decisionReason, decisionReasonType, agentID, mcpServer } = context;
    const { displayName, description, suppressAlwaysAllowRule } = context;
    const more = {
      ...defined({
        blocked_path: blockedPath,
        decision_reason: decisionReason,
        decision_reason_type: decisionReasonType,
        description,
      }),
      ...(suppressAlwaysAllowRule === true ? { suppress_always_allow_rule: true } : {}),
      ...defined({ agent_id: agentID }),
      ...(mcpServer === undefined
        ? {}
        : { mcp_server: { ...mcpServer, ...(servers.has(mcpServer.name) ? { source: 'sdk' } : {}) } }),
      ...(displayName === undefined ? {} : { display_name: shownName(displayName, mcpServer?.name) }),
    };
    const asked = {
      subtype: 'can_use_tool',
      tool_name,
      input,
      permission_suggestions: suggestions,
      tool_use_id: toolUseID,
      ...more,
    };
    try {
      const timeoutMs = seconds === undefined ? undefined : seconds * 1000;
      return (await wire.ask(asked, { signal, timeoutMs })) as PermissionResult;
    } catch (error) {
      const message = `Tool permission request failed: ${messageOf(error)}`;
      // A person who was asked and has gone may not want the rest of the run either.
      return { behavior: 'deny', message, interrupt: error instanceof HostGone && error.wasAsked };
    }
  };

/** Returns the name for people: `Greet all` for `mcp__demo__greet_all` of the server `demo`. */
function shownName(name: string, server: string | undefined): string {
  if (server === undefined || !name.startsWith(serverPrefix(server))) return name;
  const own = name.slice(serverPrefix(server).length).replaceAll('_', ' ');
  return `${own.charAt(0).toUpperCase()}${own.slice(1)}`;
}

async function elicit(
  wire: Wire,
  { request, signal }: { readonly request: ElicitationRequest; readonly signal: AbortSignal },
): Promise<ElicitationResult> {
  const { serverName, message, mode, url, requestedSchema } = request;
  try {
    const asked = { subtype: 'elicitation', mcp_server_name: serverName, message, mode, url, requested_schema: requestedSchema };
    const answer = (await wire.ask(asked, { signal })) as Partial<ElicitationResult>;
    return { action: answer.action ?? 'decline', ...defined({ content: answer.content }) };
  } catch {
    return { action: 'decline' };
  }
}
