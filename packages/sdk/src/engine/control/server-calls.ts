import { isObject } from '@loadout/core';
import { isWireName, type PermissionRule, type PermissionUpdate, type ServerControl } from '@loadout/core/run';
import { defined } from '@loadout/node';
import { errors } from '../../errors.js';
import type { ControlRequest, McpReadResourceResult } from '../../types/control.js';
import type { Controlled } from './controlled.js';
import { serversOf } from './servers.js';

/** Direct requests of a program to a server of the query, without a turn of the model. */
export const answers = {
  mcp_call: (request: ControlRequest, engine: Controlled) => callOf(request, engine),
  mcp_read_resource: (request: ControlRequest, engine: Controlled) => resourceOf(request, engine),
  set_mcp_permission_mode_override: (request: ControlRequest, engine: Controlled) => overrideOf(request, engine),
} as const;

const invalid = (subtype: string, problem: string) => errors.SDK_REQUEST_INVALID({ subtype, problem });

const LONGEST_MS = 600_000;
const USUAL_MS = 120_000;
/** Features of a call that this engine does not support. */
const NOT_HERE = ['check_permissions', 'input_files', 'output_files', 'expires_at'];

/**
 * Calls a tool for the program. Deny and ask rules apply: a call that they stop is an error result that names the rule. The mode
 * does not apply, nobody is asked, no hook is fired, and the conversation does not contain the call. The program's own servers
 * can be called too.
 */
async function callOf(request: ControlRequest, engine: Controlled): Promise<unknown> {
  const { tool, arguments: input = {}, timeout_ms } = request;
  const asked = NOT_HERE.filter((key) => request[key] !== undefined && request[key] !== false);
  if (asked.length > 0) throw invalid('mcp_call', `${asked.join(', ')} cannot be done here`);
  if (typeof tool !== 'string' || !isWireName(tool))
    throw invalid('mcp_call', `${JSON.stringify(tool)} is not a tool of a server`);
  if (!isObject(input)) throw invalid('mcp_call', 'arguments is not an object');
  const conversation = await engine.conversation();
  conversation.refreshTools();
  const ms = typeof timeout_ms === 'number' ? Math.min(Math.max(timeout_ms, 1000), LONGEST_MS) : USUAL_MS;
  const result = await conversation.callTool(tool, { input, signal: AbortSignal.timeout(ms) });
  if (result === undefined) throw invalid('mcp_call', `there is no tool ${tool}; mcp_status lists what there is`);
  const { typedContent, structuredContent, isError } = result;
  return {
    content: typedContent,
    ...defined({ structuredContent }),
    ...(isError ? { isError } : {}),
  };
}

/** The methods of `@loadout/mcp` that not every source of tools has. */
interface Reachable extends ServerControl {
  readResource(key: string, uri: string): Promise<McpReadResourceResult['contents']>;
  ruleName(key: string): string;
}

async function reachableServers(subtype: string, engine: Controlled): Promise<Reachable> {
  const servers = await serversOf(engine);
  if ('readResource' in servers && 'ruleName' in servers) return servers as Reachable;
  throw invalid(subtype, 'the MCP client that is loaded cannot do it');
}

/** Reads any uri of any connected server, unless a rule denies the server or the tool with which the model reads resources. */
async function resourceOf({ serverName, uri }: ControlRequest, engine: Controlled): Promise<McpReadResourceResult> {
  const subtype = 'mcp_read_resource';
  if (typeof serverName !== 'string' || typeof uri !== 'string')
    throw invalid(subtype, 'it needs serverName and uri, both as text');
  const servers = await reachableServers(subtype, engine);
  const { rules } = (await engine.conversation()).permissionsNow();
  const against = rules.find((rule) => isAgainst(rule, servers.ruleName(serverName)));
  if (against !== undefined) throw invalid(subtype, `a rule of the ${against.layer} settings says deny ${against.tool}`);
  return { contents: await servers.readResource(serverName, uri) };
}

const isAgainst = ({ behavior, tool, specifier }: PermissionRule, server: string): boolean =>
  behavior === 'deny' &&
  specifier === undefined &&
  ['*', 'mcp__*', server, `${server}__*`, 'ReadMcpResource', 'ReadMcpResourceTool'].includes(tool);

/**
 * Adds an ask rule for the server to the session. The rule can only narrow. `auto` asks as well, because this engine has no model
 * that decides about calls.
 */
async function overrideOf({ serverName, mode }: ControlRequest, engine: Controlled): Promise<{ readonly warning?: string }> {
  const subtype = 'set_mcp_permission_mode_override';
  if (typeof serverName !== 'string' || serverName === '') throw invalid(subtype, 'serverName is empty');
  if (mode !== null && mode !== 'default' && mode !== 'auto')
    throw invalid(subtype, `mode is ${JSON.stringify(mode)}; expected "default", "auto" or null`);
  const servers = await reachableServers(subtype, engine);
  const update: PermissionUpdate = {
    type: mode === null ? 'removeRules' : 'addRules',
    rules: [{ toolName: servers.ruleName(serverName) }],
    behavior: 'ask',
    destination: 'session',
  };
  (await engine.conversation()).updatePermissions([update]);
  if (servers.list().some(({ key }) => key === serverName)) return {};
  return { warning: `There is no MCP server ${JSON.stringify(serverName)} yet. The rule applies once it is connected.` };
}
