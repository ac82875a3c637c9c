import type { AgentPlan, Plan } from '@loadout/core/run';
import type { PluginRequest } from '../plugins/import-plugin.js';
import type { SpecParts } from './agent-options.js';

/** Returns the plugins that the agent and its possible subagents need, in mount order. */
export function pluginRequests({ plan, options, agent }: SpecParts): readonly (PluginRequest & { readonly optional: boolean })[] {
  const servers = { ...serversOf(plan, agent), ...options.mcpServers };
  const mcp =
    Object.keys(servers).length === 0 && options.mcpServers === undefined
      ? []
      : [
          {
            mount: 'mcp',
            use: '@loadout/mcp',
            options: { ...byKind(servers), ...approvedIn(plan, options.mcpServers) },
            optional: false,
            position: firstPosition(plan),
          },
        ];
  const inCode = Object.entries(options.plugins ?? {}).map(([mount, given]) => {
    const { plugin, options: own } = 'plugin' in given ? given : { plugin: given, options: undefined };
    return { mount, use: plugin.name, plugin, options: own ?? {}, optional: false };
  });
  const hooks =
    hasHooks(plan) && !plan.plugins.some((one) => one.use === HOOKS)
      ? [{ mount: 'hooks', use: HOOKS, options: {}, optional: false }]
      : [];
  return [...[...plan.plugins, ...hooks].map((request) => withHookUrls(request, plan)), ...mcp, ...inCode];
}

const HOOKS = '@loadout/hooks';

const hasHooks = ({ hooks, agents, skills = {} }: Plan) =>
  [{ hooks }, ...Object.values(agents), ...Object.values(skills)].some((one) => one.hooks.length > 0);

/** Sets the addresses that the plan permits, which are within those of the mount's own options. */
function withHookUrls<T extends PluginRequest>(request: T, { allowedHttpHookUrls }: Plan): T {
  if (request.use !== HOOKS || allowedHttpHookUrls === undefined) return request;
  return { ...request, options: { ...request.options, allowedHttpHookUrls } };
}

/** Returns the servers that the agent names, or all. */
const serversOf = (plan: Plan, agent: AgentPlan) =>
  Object.fromEntries(
    Object.entries(plan.mcpServers ?? {})
      .filter(([key]) => agent.mcpServers?.includes(key) ?? true)
      .map(([key, server]) => [key, server.options]),
  );

/** Separates servers of this process, which are not plain data. */
function byKind(servers: Readonly<Record<string, Readonly<Record<string, unknown>>>>) {
  const entries = Object.entries(servers);
  const instances = entries.filter(([, server]) => server.instance !== undefined);
  const others = entries.filter(([, server]) => server.instance === undefined);
  return {
    servers: Object.fromEntries(others),
    ...(instances.length === 0 ? {} : { instances: Object.fromEntries(instances) }),
  };
}

/** Collects the approvals of servers. A server given in code needs no approval, even if it replaces a locked one. */
function approvedIn(plan: Plan, inCode: object = {}): { approved?: Readonly<Record<string, object>> } {
  const approved = Object.entries(plan.mcpServers ?? {}).flatMap(([key, server]) =>
    server.approved === undefined || Object.hasOwn(inCode, key) ? [] : [[key, server.approved] as const],
  );
  return approved.length === 0 ? {} : { approved: Object.fromEntries(approved) };
}

const firstPosition = (plan: Plan) => Object.values(plan.mcpServers ?? {})[0]?.position;
