import { existsSync, realpathSync } from 'node:fs';
import type { AgentPlan, ModelProvider, PermissionDecision, Plan, ToolPool } from '@loadout/core';
import { type AgentOptions, agentOf, isBare, planOf, rulesInCode } from './agent-options.js';
import type { AgentSpec, ChosenModel } from './agent-spec.js';
import { childEnvironment } from './child-environment.js';
import { chooseModel } from './choose-model.js';
import { errors } from './errors.js';
import { explainCall } from './explain-call.js';
import { loadPlugin, type Mounted, type PluginRequest } from './plugins/load-plugin.js';
import { hooksFor, poolFor } from './plugins/mounts.js';
import { type Run, type RunOptions, startRun } from './run.js';
import { stateDir } from './session/session-store.js';
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
    loader.mountAll(requestsOf(plan, options, hookPlans.length > 0)),
  ]);
  const roots = [
    options.workspace ?? plan.workspace,
    ...plan.permissions.additionalDirectories.filter((dir) => existsSync(dir)),
  ].map((root) => realpathSync(root)) as [string, ...string[]];
  const output = options.output ?? agent.output;
  const limits = { ...agent.limits, ...options.limits };
  if (limits.usd !== undefined && model.plan.price === undefined)
    throw errors.LIMIT_UNPRICED({ model: model.plan.id }, { position: model.plan.position });
  return {
    name: agent.name,
    instructions: options.instructions ?? agent.instructions,
    prompt: agent.prompt,
    model: options.wrapModel === undefined ? model : { ...model, provider: options.wrapModel(model.provider) },
    pool: poolOf(loader.mounted, options, agent),
    hooks: await hooksFor(loader.mounted, hookPlans, {
      configDir: plan.configDir,
      env: childEnvironment(env),
      hooks: options.hooks,
    }),
    permissions: {
      mode: options.permissions?.mode ?? agent.permissions.mode ?? plan.permissions.mode,
      rules: [...plan.permissions.rules, ...agent.permissions.rules, ...rulesInCode(options)],
    },
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
    sessionsDir: options.sessionsDir ?? plan.sessions.dir,
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

/** A deny rule without a specifier also takes the tool out of the model's sight (CON-05). */
function poolOf(mounted: readonly Mounted[], options: AgentOptions, agent: AgentPlan): ToolPool {
  const wishes = {
    customTools: options.customTools ?? [],
    extraTools: [],
    allowed: options.tools ?? agent.tools,
    disallowed: [...agent.disallowedTools, ...(options.disallowedTools ?? []).filter(isBare), ...bareDenials(options, agent)],
  };
  const pool = poolFor(mounted, wishes);
  return pool.tools.length === 0 || pool.get('Read') !== undefined
    ? pool
    : poolFor(mounted, { ...wishes, extraTools: [readResult] });
}

const bareDenials = (options: AgentOptions, agent: AgentPlan) =>
  [...(options.plan?.permissions.rules ?? []), ...agent.permissions.rules, ...rulesInCode(options)]
    .filter((rule) => rule.behavior === 'deny' && rule.specifier === undefined)
    .map((rule) => rule.tool);

function requestsOf(plan: Plan, options: AgentOptions, needsHooks: boolean): readonly (PluginRequest & { optional: boolean })[] {
  const inCode = Object.entries(options.plugins ?? {}).map(([mount, given]) => {
    const { plugin, options: own } = 'plugin' in given ? given : { plugin: given, options: undefined };
    return { mount, use: plugin.name, plugin, options: own ?? {}, optional: false };
  });
  const hooks =
    needsHooks && !plan.plugins.some((one) => one.use === '@loadout/hooks')
      ? [{ mount: 'hooks', use: '@loadout/hooks', options: {}, optional: false }]
      : [];
  return [...plan.plugins, ...hooks, ...inCode];
}

/** Loads each plugin once and ends them all, whatever happens in between. */
class PluginLoader {
  readonly mounted: Mounted[] = [];
  readonly notices: string[] = [];
  readonly #plan: Plan;
  readonly #stateDir: string;
  readonly #providers = new Map<string, Promise<ModelProvider>>();
  readonly #disposals: (() => void | Promise<void>)[] = [];

  constructor(plan: Plan, env: AgentOptions['env'] = process.env) {
    this.#plan = plan;
    this.#stateDir = stateDir(env);
  }

  /** Imports run side by side; the order of the mounts stays that of the configuration. */
  async mountAll(requests: readonly (PluginRequest & { readonly optional: boolean })[]): Promise<void> {
    const loaded = await Promise.allSettled(requests.map((request) => this.#load(request)));
    let failure: unknown;
    for (const [index, one] of loaded.entries()) {
      if (one.status === 'fulfilled') this.mounted.push(one.value);
      else if (requests[index]?.optional === true)
        this.notices.push(`The optional plugin "${requests[index].use}" is left out: ${(one.reason as Error).message}`);
      else failure ??= one.reason;
    }
    if (failure !== undefined) throw failure;
  }

  provider(name: string): Promise<ModelProvider> {
    const known = this.#providers.get(name) ?? this.#loadProvider(name);
    this.#providers.set(name, known);
    return known;
  }

  async dispose(): Promise<void> {
    for (const dispose of this.#disposals.splice(0).reverse()) {
      try {
        await dispose();
      } catch (error) {
        this.notices.push(`A plugin could not be ended: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  }

  async #loadProvider(name: string): Promise<ModelProvider> {
    const entry = this.#plan.providers[name];
    if (entry === undefined)
      throw errors.MODEL_UNKNOWN({ name: `${name}/…`, available: Object.keys(this.#plan.providers).map((one) => `${one}/…`) });
    const { parts } = await this.#load({ mount: name, use: entry.use, options: entry.options, position: entry.position });
    if (parts.model === undefined) throw errors.PROVIDER_INVALID({ name, use: entry.use }, { position: entry.position });
    return parts.model;
  }

  async #load(request: PluginRequest): Promise<Mounted> {
    const mounted = await loadPlugin(request, { configDir: this.#plan.configDir, stateDir: this.#stateDir });
    if (mounted.parts.dispose !== undefined) this.#disposals.push(mounted.parts.dispose.bind(mounted.parts));
    return mounted;
  }
}
