import { type AgentPlan, boundMode, type Plan } from '@loadout/core/run';
import { aliases, EFFORTS, type Env, isAdaptive, knowsEffort, modelId, priceOf } from '../models.js';
import { ENGINE_VERSION } from '../sessions/engine-version.js';
import { DEFAULT_STYLE, outputStyles } from '../setup/output-styles.js';
import type { Planned } from '../setup/planned.js';
import type { InitializeResult, ModelInfo } from '../types/control.js';
import type { Options } from '../types/options.js';
import { keySource, tokenSource } from './init-frame.js';
import { COMMANDS } from './take-up.js';

const BUILT_IN = [
  { name: 'general-purpose', description: 'Works on a task of several steps by itself.' },
  { name: 'Explore', description: 'Searches and reads, and changes nothing.' },
  { name: 'Plan', description: 'Plans a change, and changes nothing.' },
] as const;

/**
 * The answer to `initialize`, for a program that reads it before its first prompt. It is available before the packages that do
 * the work are loaded.
 */
export function initializeResult(
  { main, plan, outputStyle }: Planned,
  { options, state }: { readonly options: Options; readonly state: string },
): InitializeResult {
  const env = options.env ?? process.env;
  const agent = plan.agents[main];
  const own = Object.values(plan.agents).filter(({ name }) => name !== main);
  return {
    commands: [
      ...COMMANDS,
      ...Object.values(plan.skills ?? {})
        .filter((skill) => skill.userInvocable)
        .map(({ name, description, argumentHint = '' }) => ({ name, description, argumentHint })),
    ],
    agents: [
      ...BUILT_IN.filter(({ name }) => !own.some((one) => one.name === name)),
      ...own.map(({ name, description = '', models }) => ({
        name,
        description,
        ...(models[0] === undefined ? {} : { model: models[0] }),
      })),
    ],
    models: modelInfos(options, { env, current: agent === undefined ? undefined : modelOf(agent, plan) }),
    account: accountOf(env, plan),
    output_style: outputStyle,
    available_output_styles: [DEFAULT_STYLE, ...outputStyles(options).map(({ name }) => name)],
    pid: process.pid,
    hooks_applied: true,
    hook_on_failure_supported: true,
    mcp_servers_applied: true,
    plugins_applied: true,
    managed_settings_applied: options.managedSettings !== undefined,
    claude_code_version: ENGINE_VERSION,
    current_permission_mode: options.permissionMode ?? modeOf(agent, plan),
    session_state: state,
  };
}

function accountOf(env: Env, plan: Plan): InitializeResult['account'] {
  const apiKeySource = keySource(env, plan);
  const source = apiKeySource === 'none' ? {} : { apiKeySource };
  return { tokenSource: tokenSource(env, plan), ...source, apiProvider: 'firstParty' };
}

function modelOf({ models: [name = ''] }: AgentPlan, { models }: Plan): string {
  return models[name]?.id ?? name.slice(name.indexOf('/') + 1);
}

function modeOf(agent: AgentPlan | undefined, { permissions: { mode, widestMode } }: Plan): string {
  const written = agent?.permissions.mode ?? mode;
  return widestMode === undefined ? written : boundMode(written, widestMode);
}

/**
 * The models that a program may offer to a person: the default, the short names, and the model of the query if it is none of
 * them (W10).
 */
function modelInfos(
  { model }: Options,
  { env, current }: { readonly env: Env; readonly current: string | undefined },
): readonly ModelInfo[] {
  const known = aliases(env);
  const isListed = current === undefined || known.some(({ id }) => id === current);
  const fallback = modelId('default', env);
  return [
    infoOf('default', { id: fallback, title: 'Default', about: `The default model (${fallback})` }),
    ...known.map(({ name, id }) => infoOf(name, { id, title: `${name.charAt(0).toUpperCase()}${name.slice(1)}`, about: id })),
    ...(isListed
      ? []
      : [infoOf(model === undefined || model === '' ? current : model, { id: current, title: current, about: current })]),
  ];
}

interface About {
  readonly id: string;
  readonly title: string;
  readonly about: string;
}

function infoOf(value: string, { id, title, about }: About): ModelInfo {
  const price = priceOf(id);
  const cost = price === undefined ? '' : ` · $${price.input}/$${price.output} per million tokens`;
  return {
    value,
    resolvedModel: id,
    displayName: title,
    description: `${about}${cost}`,
    ...(knowsEffort(id) ? { supportsEffort: true, supportedEffortLevels: EFFORTS } : {}),
    ...(isAdaptive(id) ? { supportsAdaptiveThinking: true } : {}),
  };
}
