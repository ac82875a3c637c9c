import { existsSync, realpathSync } from 'node:fs';
import { type AgentPlan, type AnyTool, boundMode, type PermissionDecision, type Plan, type ToolPool } from '@loadout/core';
import { type AgentOptions, agentOf, isBare, planOf, rulesInCode } from './agent-options.js';
import type { AgentSpec, ChosenModel } from './agent-spec.js';
import { childEnvironment } from './child-environment.js';
import { chooseModel, chooseSmallModel } from './choose-model.js';
import { errors } from './errors.js';
import { explainCall } from './explain-call.js';
import { type HookTrial, type TriedHooks, tryHooks } from './hooks/try-hooks.js';
import type { Mounted, PluginRequest } from './plugins/load-plugin.js';
import { hooksFor, poolFor } from './plugins/mounts.js';
import { PluginLoader } from './plugins/plugin-loader.js';
import { wrapModels } from './route-by-model.js';
import { type Run, type RunOptions, startRun } from './run.js';
import { mayOffer } from './tools/may-offer.js';
import { readResult } from './tools/read-result.js';
import { structuredOutput } from './tools/structured-output.js';

/** An agent, ready to run any number of times. */
export interface Agent {
  readonly name: string;
  readonly pool: ToolPool;
  readonly model: { readonly id: string; readonly provider: string; readonly why?: string | undefined };
  readonly spec: AgentSpec;
  /** Plugins that are marked optional and could not be loaded. */
  readonly notices: readonly string[];
  /** Without a prompt: the agent's own, or, with `resume`, on with what was under way. */
  run(prompt?: string, options?: RunOptions): Run;
  /** What the permission rules say of a call, without running it or any hook. */
  explain(tool: string, input: unknown): Promise<PermissionDecision>;
  /** What the hooks of an event answer; nothing else of a run happens. */
  tryHooks(trial: HookTrial): Promise<TriedHooks>;
  /** Ends all plugins, the last one first. */
  close(): Promise<void>;
}

/** Loads what the agent needs and nothing else. Throws for what stands against running it at all, plugins set up so far ended. */
export async function createAgent(options: AgentOptions): Promise<Agent> {
  const plan = planOf(options);
  const agent = agentOf(plan, options.agent);
  const loader = new PluginLoader(plan, options.env);
  try {
    const spec = await specOf({ options, plan, agent, loader });
    return agentFrom(spec, loader);
  } catch (error) {
    await loader.dispose();
    throw error;
  }
}

function agentFrom(spec: AgentSpec, loader: PluginLoader): Agent {
  return {
    name: spec.name,
    pool: spec.pool,
    model: { id: spec.model.plan.id, provider: spec.model.plan.provider, why: spec.model.why },
    spec,
    notices: loader.notices,
    run: (prompt, runOptions = {}) =>
      startRun(spec, prompt ?? (runOptions.resume === undefined ? spec.prompt : undefined), runOptions),
    explain: (tool, input) => explainCall(spec, { tool, input }),
    tryHooks: (trial) => tryHooks(spec, trial),
    close: () => loader.dispose(),
  };
}

interface SpecParts {
  readonly options: AgentOptions;
  readonly plan: Plan;
  readonly agent: AgentPlan;
  readonly loader: PluginLoader;
}

async function specOf({ options, plan, agent, loader }: SpecParts): Promise<AgentSpec> {
  const env = options.env ?? process.env;
  const hookPlans = [...plan.hooks, ...agent.hooks];
  const [model] = await Promise.all([
    modelOf({ options, plan, agent, loader }),
    loader.mountAll(requestsOf({ options, plan, agent, loader }, hookPlans.length > 0)),
  ]);
  const roots = [
    options.workspace ?? plan.workspace,
    ...plan.permissions.additionalDirectories.filter((dir) => existsSync(dir)),
  ].map((root) => realpathSync(root)) as [string, ...string[]];
  const output = options.output ?? agent.output;
  const limits = { ...agent.limits, ...options.limits };
  const small = smallModelOf({ options, plan, agent, loader });
  for (const priced of [model.plan, ...(small === undefined ? [] : [small.plan])])
    if (limits.usd !== undefined && priced.price === undefined)
      throw errors.LIMIT_UNPRICED({ model: priced.id }, { position: priced.position });
  return {
    ...permissionsOf({ options, plan, agent, loader }),
    ...wrapModels(model, { small, wrap: options.wrapModel }),
    name: agent.name,
    instructions: options.instructions ?? agent.instructions,
    prompt: agent.prompt,
    ...toolsOf(loader.mounted, options, agent),
    hooks: await hooksFor(loader.mounted, hookPlans, {
      configDir: plan.configDir,
      env: childEnvironment(env),
      readEnv: (name) => env[name],
      hooks: options.hooks,
    }),
    hookEvents: options.hookEvents ?? false,
    roots,
    limits,
    concurrency: options.concurrency ?? agent.concurrency,
    compaction: agent.compaction ?? {},
    output:
      output === undefined
        ? undefined
        : { schema: output.schema, retries: output.retries ?? 2, tool: (keep) => structuredOutput(output.schema, keep) },
    services: loader.mounted.flatMap((mounted) => mounted.parts.services ?? []),
    ask: options.ask,
    secrets: plan.secrets,
    sessions: { ...plan.sessions, dir: options.sessionsDir ?? plan.sessions.dir },
    env,
  };
}

async function modelOf({ options, plan, agent, loader }: SpecParts): Promise<ChosenModel> {
  if (options.model !== undefined) {
    const id = options.modelId ?? options.model.name;
    return { provider: options.model, plan: plan.models[id] ?? { provider: options.model.name, id } };
  }
  const chosen = options.modelId === undefined ? agent : { ...agent, models: [options.modelId] };
  return chooseModel({ plan, agent: chosen, env: options.env ?? process.env, provider: (name) => loader.provider(name) });
}

/** The mode of an agent is kept within what the settings allow; one that is chosen for a run is refused when the run starts. */
function permissionsOf({ options, plan, agent }: SpecParts): Pick<AgentSpec, 'permissions' | 'modeBounds' | 'sandbox'> {
  const widest = plan.permissions.widestMode;
  const written = agent.permissions.mode ?? plan.permissions.mode;
  const mode = options.permissions?.mode ?? (widest === undefined ? written : boundMode(written, widest));
  return {
    permissions: { mode, rules: [...plan.permissions.rules, ...agent.permissions.rules, ...rulesInCode(options)] },
    modeBounds: {
      widest,
      allowBypass: options.allowBypass === true || mode === 'bypassPermissions',
      isChosen: options.permissions?.mode !== undefined,
    },
    sandbox: options.sandbox ?? agent.sandbox,
  };
}

function smallModelOf({ options, plan, loader }: SpecParts) {
  const name = options.smallModel ?? plan.smallModel;
  if (name === undefined) return undefined;
  const given = options.model;
  const provider = given === undefined ? (wanted: string) => loader.provider(wanted) : () => given;
  return chooseSmallModel(name, { plan, provider, isGiven: given !== undefined });
}

/** A deny rule without a specifier also takes the tool out of the model's sight (CON-05). */
function toolsOf(
  mounted: readonly Mounted[],
  options: AgentOptions,
  agent: AgentPlan,
): Pick<AgentSpec, 'pool' | 'poolWith' | 'mayOffer' | 'toolSources'> {
  const shown = mounted.filter(({ mount }) => mount === (options.onlyMount ?? mount));
  const wishes = {
    customTools: options.customTools ?? [],
    extraTools: [],
    allowed: options.tools ?? agent.tools,
    disallowed: [...agent.disallowedTools, ...(options.disallowedTools ?? []).filter(isBare), ...bareDenials(options, agent)],
  };
  const poolWith = (mcpTools: readonly AnyTool[]) => {
    const pool = poolFor(shown, { ...wishes, mcpTools });
    if (pool.tools.length === 0 || pool.get('Read') !== undefined) return pool;
    return poolFor(shown, { ...wishes, mcpTools, extraTools: [readResult] });
  };
  const pool = poolWith([]);
  return {
    pool,
    poolWith: (tools) => (tools.length === 0 ? pool : poolWith(tools)),
    mayOffer: (prefix) => mayOffer(prefix, wishes),
    toolSources: shown.flatMap(({ parts }) => (parts.toolSource === undefined ? [] : [parts.toolSource])),
  };
}

const bareDenials = (options: AgentOptions, agent: AgentPlan) =>
  [...(options.plan?.permissions.rules ?? []), ...agent.permissions.rules, ...rulesInCode(options)]
    .filter((rule) => rule.behavior === 'deny' && rule.specifier === undefined)
    .map((rule) => rule.tool);

function requestsOf(
  { plan, options, agent }: SpecParts,
  needsHooks: boolean,
): readonly (PluginRequest & { optional: boolean })[] {
  const servers = { ...serversOf(plan, agent), ...options.mcpServers };
  const mcp =
    Object.keys(servers).length === 0
      ? []
      : [{ mount: 'mcp', use: '@loadout/mcp', options: { servers }, optional: false, position: firstPosition(plan) }];
  const inCode = Object.entries(options.plugins ?? {}).map(([mount, given]) => {
    const { plugin, options: own } = 'plugin' in given ? given : { plugin: given, options: undefined };
    return { mount, use: plugin.name, plugin, options: own ?? {}, optional: false };
  });
  const hooks =
    needsHooks && !plan.plugins.some((one) => one.use === '@loadout/hooks')
      ? [{ mount: 'hooks', use: '@loadout/hooks', options: {}, optional: false }]
      : [];
  return [...plan.plugins, ...hooks, ...mcp, ...inCode];
}

/** The servers that the agent names, or all. */
const serversOf = (plan: Plan, agent: AgentPlan) =>
  Object.fromEntries(
    Object.entries(plan.mcpServers ?? {})
      .filter(([key]) => agent.mcpServers?.includes(key) ?? true)
      .map(([key, server]) => [key, server.options]),
  );

const firstPosition = (plan: Plan) => Object.values(plan.mcpServers ?? {})[0]?.position;
