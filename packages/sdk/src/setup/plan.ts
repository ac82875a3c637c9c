import { resolve } from 'node:path';
import { type AgentPlan, type ModelPlan, type Plan, type PluginPlan, serverPrefix } from '@loadout/core';
import { errors } from '../errors.js';
import type { Options } from '../types/options.js';
import { agentPlanOf, emptyAgent } from './agents.js';
import { limitsOf } from './limits.js';
import { contextWindowOf, type Env, modelId, priceOf, thinkingOf } from './models.js';
import { openedHosts } from './opened-hosts.js';
import { PACKAGES } from './packages.js';
import type { Ground, Planned } from './planned.js';
import { instructionsOf } from './prompts.js';
import { skillsOf } from './skills.js';
import { thinkingIn } from './thinking.js';
import { userAgent } from './user-agent.js';

/** The plan of a query. Options override the configuration below them; rules add up. */
export function planOf(
  options: Options,
  { env, ground }: { readonly env: Env; readonly ground: Ground },
): Pick<Planned, 'plan' | 'modelNamed' | 'fallbackModels'> {
  const cwd = resolve(options.cwd ?? process.cwd());
  const below = ground.plan ?? emptyPlan(cwd);
  const models = new Models({ options, env, ground });
  const main = mainAgent(options, { below, models });
  const given = Object.entries(options.agents ?? {}).map(([name, definition]): [string, AgentPlan] => [
    name,
    agentPlanOf(name, definition, { modelNamed: (model) => models.named(model), shared: below.sharedInstructions, cwd, env }),
  ]);
  const fallbackModels = namesIn(options.fallbackModel).map((name) => models.named(name));
  // A model that is named during the query is added to this object.
  const all = Object.assign(models.made, { ...below.models, ...models.made });
  const plan: Plan = {
    ...below,
    workspace: cwd,
    plugins: [...below.plugins, ...missing(below.plugins, options)],
    providers: { ...below.providers, anthropic: anthropic(options, { below, ground }) },
    models: all,
    permissions: {
      ...below.permissions,
      additionalDirectories: [
        ...below.permissions.additionalDirectories,
        ...(options.additionalDirectories ?? []).map((dir) => resolve(cwd, dir)),
      ],
    },
    // A copy, because a reload changes it.
    skills: { ...skillsOf(options, below) },
    agents: { ...below.agents, ...Object.fromEntries(given), [main.name]: main },
    sessions: { ...below.sessions, ...(options.enableFileCheckpointing === true ? { checkpoints: true } : {}) },
  };
  return { plan, fallbackModels, modelNamed: (name) => models.named(name) };
}

const namesIn = (list = '') =>
  list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

function emptyPlan(cwd: string): Plan {
  return {
    configDir: cwd,
    workspace: cwd,
    plugins: [],
    providers: {},
    models: {},
    permissions: { mode: 'default', rules: [], additionalDirectories: [] },
    hooks: [],
    agents: {},
    secrets: [],
    sessions: {},
  };
}

function missing(mounted: readonly PluginPlan[], { allowedTools }: Options): readonly PluginPlan[] {
  const allowHosts = openedHosts(allowedTools);
  return Object.entries(PACKAGES)
    .filter(([mount, use]) => !mounted.some((one) => one.mount === mount || one.use === use))
    .map(([mount, use]) => {
      const options = mount === 'web' && allowHosts.length > 0 ? { allowHosts } : {};
      return { mount, use, options, optional: true, overrides: {} };
    });
}

/** The name of the agent that a program talks to, if the program names none. */
export const MAIN = 'main';

function mainAgent(options: Options, { below, models }: { readonly below: Plan; readonly models: Models }): AgentPlan {
  const base = baseAgent(options, { below, models });
  const named = options.model ?? (base.models.length === 0 ? '' : undefined);
  const asked = options.systemPrompt === undefined ? '' : instructionsOf(options);
  return {
    ...base,
    instructions: joined(base.instructions, asked),
    models: named === undefined ? base.models : [models.named(named)],
    tools: [...base.tools, ...serversOf(options)],
    limits: limitsOf(options, base.limits),
    model: { ...base.model, ...thinkingIn(options) },
    ...(options.outputFormat === undefined ? {} : { output: { schema: options.outputFormat.schema, retries: OUTPUT_TRIES } }),
    toolSearch: base.toolSearch ?? toolSearchIn(models.env),
  };
}

/**
 * The wildcards for the program's servers. A program that passes servers wants their tools, regardless of an agent's list of
 * tools.
 */
const serversOf = ({ mcpServers = {} }: Options): readonly string[] =>
  Object.keys(mcpServers).map((key) => `${serverPrefix(key)}*`);

/** The agent before the options change it. The texts of CLAUDE.md precede its own instructions. */
function baseAgent(options: Options, { below, models }: { readonly below: Plan; readonly models: Models }): AgentPlan {
  const { agent, agents = {} } = options;
  const definition = agent === undefined ? undefined : agents[agent];
  if (agent !== undefined && definition !== undefined) {
    const { env } = models;
    const cwd = resolve(options.cwd ?? process.cwd());
    const whole = { ...definition, omitClaudeMd: false, autoCompactWindow: undefined };
    return agentPlanOf(agent, whole, { modelNamed: (model) => models.named(model), shared: below.sharedInstructions, cwd, env });
  }
  return (agent === undefined ? onlyAgent(below) : below.agents[agent]) ?? unknownAgent(agent, { below, agents });
}

const OUTPUT_TRIES = 5;

/** The agent `main`, or the only agent of a configuration. */
const onlyAgent = ({ agents }: Plan): AgentPlan | undefined => {
  const all = Object.values(agents);
  return agents[MAIN] ?? (all.length === 1 ? all[0] : undefined);
};

function unknownAgent(
  agent: string | undefined,
  { below, agents }: { readonly below: Plan; readonly agents: NonNullable<Options['agents']> },
): AgentPlan {
  if (agent === undefined) return emptyAgent(MAIN);
  const known = [...Object.keys(agents), ...Object.keys(below.agents)];
  throw errors.SDK_OPTIONS_INVALID({
    problem: `there is no agent ${JSON.stringify(agent)}; known are ${known.join(', ') || 'none'}`,
    fix: 'Define it under agents, or in .claude/agents.',
  });
}

const joined = (first: string | undefined, then: string) => [first ?? '', then].filter((text) => text !== '').join('\n\n');

/** The tool search setting of the environment (POOL-13). */
function toolSearchIn({ ENABLE_TOOL_SEARCH: wish }: Env): AgentPlan['toolSearch'] {
  if (wish === undefined || wish === '') return undefined;
  if (/^(?:false|0|off)$/.test(wish)) return 'off';
  const [, percent] = /^auto(?::(\d+))?$/.exec(wish) ?? [];
  return percent === undefined ? 'on' : Number(percent);
}

const ANTHROPIC = '@loadout/model-anthropic';

/** The provider. The configuration's options stay; the rest comes from the program's environment. */
function anthropic(
  options: Options,
  { below: { providers }, ground: { apiKeyHelper } }: { readonly below: Plan; readonly ground: Ground },
): Plan['providers'][string] {
  const below = providers.anthropic;
  if (below !== undefined && below.use !== ANTHROPIC) return below;
  const headers = { 'user-agent': userAgent(options.env ?? process.env) };
  const helper = apiKeyHelper === undefined ? {} : { apiKeyHelper };
  return { ...below, use: ANTHROPIC, options: { headers, ...helper, ...connectionIn(options), ...below?.options } };
}

/** The connection from the program's environment. A program that passes its own environment also chooses the key in it. */
function connectionIn({ env }: Options): Readonly<Record<string, unknown>> {
  if (env === undefined) return {};
  const given = { baseUrl: env.ANTHROPIC_BASE_URL, apiKey: env.ANTHROPIC_API_KEY, authToken: env.ANTHROPIC_AUTH_TOKEN };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== ''));
}

const TASK_BUDGETS = 'task-budgets-2026-03-13';

/** The models that a query names, as models of its plan. */
class Models {
  readonly made: Record<string, ModelPlan> = {};
  readonly env: Env;
  readonly ground: Ground;
  readonly #options: Options;

  constructor({ options, env, ground }: { options: Options; env: Env; ground: Ground }) {
    this.#options = options;
    this.env = env;
    this.ground = ground;
  }

  /** The name of the model in the plan. */
  named(name: string): string {
    if (this.ground.plan !== undefined && Object.hasOwn(this.ground.plan.models, name)) return name;
    if (name.includes('/')) return name;
    const id = modelId(name, this.env);
    const { taskBudget } = this.#options;
    const betas = taskBudget === undefined ? this.#options.betas : [...(this.#options.betas ?? []), TASK_BUDGETS];
    this.made[id] ??= {
      provider: 'anthropic',
      id,
      contextWindow: contextWindowOf(name, { env: this.env, ...(betas === undefined ? {} : { betas }) }),
      price: priceOf(id, this.ground.prices),
      thinking: thinkingOf(id),
      ...(betas === undefined ? {} : { betas }),
      ...(taskBudget === undefined ? {} : { extra: { output_config: { task_budget: { type: 'tokens', ...taskBudget } } } }),
    };
    return id;
  }
}
