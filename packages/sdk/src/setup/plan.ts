import { resolve } from 'node:path';
import { serverPrefix } from '@loadout/config';
import { type AgentPlan, inHome, type LimitsPlan, type Plan, type PluginPlan } from '@loadout/core/run';
import { defined, homeOf } from '@loadout/node';
import { errors } from '../errors.js';
import { aliases, type Env, modelId } from '../models.js';
import type { Options } from '../types/options.js';
import { agentPlanOf, emptyAgent } from './agents.js';
import { anthropic } from './connection.js';
import { thinkingVariable } from './model-variables.js';
import { numberIn } from './number-in.js';
import { DEFAULT_STYLE, type OutputStyle, outputStyleName, outputStyles } from './output-styles.js';
import { PACKAGES } from './packages.js';
import type { Ground, Planned } from './planned.js';
import { instructionsOf } from './prompts.js';
import { modelPlanOf, QueryModels } from './query-models.js';
import { soonWaitedFor } from './servers.js';
import { textSetting } from './settings-files.js';
import { skillsOf } from './skills.js';
import { telemetryOf } from './telemetry.js';
import { thinkingIn } from './thinking.js';
import { withVariables } from './with-variables.js';

/** The plan of a query. Options override the configuration below them; rules add up. */
export function planOf(
  options: Options,
  { env, ground }: { readonly env: Env; readonly ground: Ground },
): Pick<Planned, 'plan' | 'modelNamed' | 'fallbackModels'> {
  const cwd = resolve(options.cwd ?? process.cwd());
  const below = ground.plan ?? emptyPlan(cwd);
  const models = new QueryModels({ options, env, ground });
  const main = mainAgent(options, { below, models });
  const given = Object.entries(options.agents ?? {}).map(([name, definition]): [string, AgentPlan] => [
    name,
    agentPlanOf(name, definition, { modelNamed: (model) => models.named(model), shared: below.sharedInstructions, cwd, env }),
  ]);
  const fromFiles = Object.fromEntries(
    Object.entries(below.agents).map(([name, agent]) => [name, withLongWindow(agent, models)]),
  );
  const fallbackModels = namesIn(options.fallbackModel).map((name) => models.named(name));
  // A model that is named during the query is added to this object.
  const named = Object.fromEntries(aliases(env).map(({ name }) => [name, modelPlanOf(name, { options, env })]));
  const all = Object.assign(models.made, { ...named, ...below.models, ...models.made });
  const plan: Plan = {
    ...below,
    workspace: cwd,
    plugins: [...below.plugins, ...missing(below.plugins, options)].map((plugin) =>
      withVariables(plugin, { env, cwd, toolConfig: options.toolConfig }),
    ),
    providers: { ...below.providers, anthropic: anthropic(options, { below, ground }) },
    models: all,
    permissions: {
      ...below.permissions,
      additionalDirectories: [
        ...below.permissions.additionalDirectories,
        ...(options.additionalDirectories ?? []).map((dir) => resolve(cwd, inHome(dir, homeOf(env)))),
      ],
    },
    // A copy, because a reload changes it.
    skills: { ...skillsOf(options, below) },
    ...soonWaitedFor(below, env),
    agents: { ...fromFiles, ...Object.fromEntries(given), [main.name]: main },
    ...telemetryOf(below.telemetry, env),
    sessions: { ...below.sessions, ...(options.enableFileCheckpointing === true ? { checkpoints: true } : {}) },
  };
  return { plan, fallbackModels, modelNamed: (name) => models.named(name) };
}

/** An agent of a file may name the long window of a model, which the provider knows only by its beta (GAP-C3). */
const withLongWindow = (agent: AgentPlan, models: QueryModels): AgentPlan => ({
  ...agent,
  models: agent.models.map((name) => (/\[1m\]$/i.test(name) ? models.named(name.replace(/^anthropic\//, '')) : name)),
});

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

function mainAgent(options: Options, { below, models }: { readonly below: Plan; readonly models: QueryModels }): AgentPlan {
  const base = baseAgent(options, { below, models });
  const named = options.model ?? (base.models.length === 0 || prefersVariable(options, models.env) ? '' : undefined);
  const all = named === undefined ? base.models : [models.named(named)];
  const asked = instructionsOf(options, { style: styleOf(options), language: languageOf(options) });
  return {
    ...base,
    instructions: joined(base.instructions, asked),
    models: all,
    tools: [...base.tools, ...serversOf(options)],
    limits: limitsOf(options, base.limits),
    model: { ...base.model, ...chosenFor(all[0] ?? '', { options, models }) },
    ...(options.outputFormat === undefined ? {} : { output: { schema: options.outputFormat.schema, retries: OUTPUT_TRIES } }),
    toolSearch: base.toolSearch ?? toolSearchIn(models.env),
  };
}

/** The output style that the settings name. An unknown style is the default, as in the reference. */
function styleOf(options: Options): OutputStyle | undefined {
  const name = outputStyleName(options);
  return hasOwnWords(options) || name === DEFAULT_STYLE ? undefined : outputStyles(options).find((style) => style.name === name);
}

const languageOf = (options: Options): string | undefined =>
  hasOwnWords(options) ? undefined : textSetting('language', options);

/** An agent and a configuration say themselves how to answer. */
const hasOwnWords = ({ agent, agentConfig }: Options): boolean => agent !== undefined || agentConfig !== undefined;

/** Whether ANTHROPIC_MODEL goes before the model of the settings files. An agent and a configuration keep their own (W23). */
const prefersVariable = ({ agent, agentConfig }: Options, { ANTHROPIC_MODEL: name }: Env): boolean =>
  agent === undefined && agentConfig === undefined && name !== undefined && name !== '';

/** The thinking and the effort that the program chooses. The models of a query without a configuration have their effort. */
function chosenFor(
  name: string,
  { options, models }: { readonly options: Options; readonly models: QueryModels },
): AgentPlan['model'] {
  const { effort, ...rest } = thinkingIn(options);
  if (options.agentConfig !== undefined) return { ...rest, ...defined({ effort }) };
  return thinkingVariable(modelId(name, models.env), models.env) === undefined ? rest : {};
}

/**
 * The wildcards for the program's servers. A program that passes servers wants their tools, regardless of an agent's list of
 * tools.
 */
const serversOf = ({ mcpServers = {} }: Options): readonly string[] =>
  Object.keys(mcpServers).map((key) => `${serverPrefix(key)}*`);

/** The agent before the options change it. The texts of CLAUDE.md precede its own instructions. */
function baseAgent(options: Options, { below, models }: { readonly below: Plan; readonly models: QueryModels }): AgentPlan {
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

/** The agent `main`, or the only agent of a configuration. Those of its plugins, called `mount:agent`, do not count beside its own. */
const onlyAgent = ({ agents }: Plan): AgentPlan | undefined => {
  const own = Object.keys(agents).filter((name) => !name.includes(':'));
  const all = own.length === 0 ? Object.values(agents) : own.map((name) => agents[name]);
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

/** The limits of a query. A configuration's limit applies to every program; the program can only set a narrower one. */
function limitsOf({ maxTurns, maxBudgetUsd, env = process.env }: Options, below: LimitsPlan): LimitsPlan {
  const answers = least(below.answers, maxTurns || numberIn(env.CLAUDE_CODE_MAX_TURNS));
  const usd = least(below.usd, maxBudgetUsd);
  return { ...below, ...defined({ answers, usd }) };
}

const least = (one: number | undefined, other: number | undefined) =>
  one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);

const LOOPBACK = /^(?:localhost|(?:[\w-]+\.)+localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i;

/**
 * The hosts on this machine that the program's own rules name. Such a rule opens the host for WebFetch, which refuses addresses
 * of this machine otherwise; rules of settings files open none (W14).
 */
function openedHosts(allowedTools: readonly string[] = []): readonly string[] {
  return allowedTools.flatMap((rule) => {
    const [, host = ''] = /^WebFetch\(domain:([^)]+)\)$/.exec(rule.trim()) ?? [];
    return LOOPBACK.test(host) ? [host] : [];
  });
}
