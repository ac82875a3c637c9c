import type { Missing, ModelPlan, ModelProvider } from '@loadout/core/model';
import type { AgentPlan, Plan } from '@loadout/core/run';
import { unusedKey, withKnownFacts, withPrice } from '@loadout/models';
import { resolveInstalled } from '../plugins/resolve-plugin.js';
import { errors } from '../report/errors.js';
import type { ChosenModel } from '../spec/agent-spec.js';

/** The models of an agent that names none, in a file that declares none: Claude if there is a key, else the scripted model. */
const DEFAULTS: readonly string[] = ['anthropic/claude-sonnet-5-5', 'script/unscripted'];

interface ModelChoice {
  readonly plan: Plan;
  readonly agent: AgentPlan;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Loads a provider by name, each provider once. */
  readonly provider: (name: string) => Promise<ModelProvider>;
}

/** Chooses the first model of the agent's list whose provider is usable here, with what the earlier ones lack. */
export async function chooseModel(choice: ModelChoice): Promise<ChosenModel> {
  const passed: Missing[] = [];
  for (const name of wanted(choice)) {
    const chosen = await usable(name, choice, () =>
      withFactsOf({ ...modelNamed(name, choice.plan), ...defined(choice.agent.model) }, choice.plan),
    );
    if ('plan' in chosen) return { ...chosen, passed: passed.length === 0 ? undefined : together(passed, choice) };
    passed.push(chosen);
  }
  throw errors.MODEL_NONE(together(passed, choice));
}

/** Joins what the models lack, and says how to use a key of another provider that is set (GAP-E6). */
function together(passed: readonly Missing[], { env }: ModelChoice): Missing {
  const key = unusedKey(env, (use) => resolveInstalled(use) !== undefined);
  const whys = [...passed.map(({ why }) => why), ...(key === undefined ? [] : [key])];
  return { why: whys.join('; '), fix: [...new Set(passed.map(({ fix }) => fix))].join(' Or: ') };
}

/**
 * Finds a provider that is disabled for lack of trust. It is not replaced by another provider of the same name, which could
 * receive data meant for the first.
 */
function waitingProvider(name: string, plan: Plan): Missing | undefined {
  const { provider } = modelNamed(name, plan);
  if (plan.waiting?.providers.includes(provider) !== true) return undefined;
  return {
    why: `its provider ${provider} is off until you trust the configuration, with: loadout trust`,
    fix: 'Review the configuration, and trust it with: loadout trust',
  };
}

/** The source of models that are named during a run. */
export interface NamedModels {
  readonly plan: Plan;
  readonly provider: (name: string) => ModelProvider | Promise<ModelProvider>;
  /** If true, the provider was given in code, so a name that the plan does not declare belongs to this provider. */
  readonly isGiven: boolean;
}

/** Returns the plan of a model. Throws MODEL_UNKNOWN. */
export async function planOfModel(name: string, { plan, isGiven }: Pick<NamedModels, 'plan' | 'isGiven'>): Promise<ModelPlan> {
  const isForeign = isGiven && !Object.hasOwn(plan.models, name);
  return isForeign ? withKnownFacts({ provider: 'given', id: name }) : withFactsOf(modelNamed(name, plan), plan);
}

/** Loads a model's provider. Throws MODEL_UNKNOWN, or MODEL_NONE if the provider cannot be used here. */
export async function loadModel(name: string, models: NamedModels): Promise<ChosenModel> {
  const chosen = await usable(name, models, () => planOfModel(name, models));
  if ('plan' in chosen) return chosen;
  throw errors.MODEL_NONE(chosen);
}

/** Returns a model with its provider, or what it lacks. */
async function usable(
  name: string,
  models: Omit<NamedModels, 'isGiven'> & Partial<Pick<NamedModels, 'isGiven'>>,
  planOf: () => Promise<ModelPlan>,
): Promise<ChosenModel | Missing> {
  const lacking = ({ why, fix }: Missing): Missing => ({ why: `${name}: ${why}`, fix });
  const waits = models.isGiven === true ? undefined : waitingProvider(name, models.plan);
  if (waits !== undefined) return lacking(waits);
  const plan = await planOf();
  const provider = await models.provider(plan.provider);
  const missing = provider.missing?.();
  return missing === undefined ? { provider, plan } : lacking(missing);
}

/** Returns the name of the model that an agent asks for first, whether or not it can be used here. */
export const firstModel = (choice: Omit<ModelChoice, 'provider'>): string | undefined => wanted(choice)[0];

function wanted({ plan, agent, env }: Omit<ModelChoice, 'provider'>): readonly string[] {
  if (env.LOADOUT_MODEL) return [env.LOADOUT_MODEL];
  if (agent.models.length > 0) return agent.models;
  const declared = Object.keys(plan.models);
  return declared.length > 0 ? declared : DEFAULTS;
}

function modelNamed(name: string, plan: Plan): ModelPlan {
  const declared = Object.hasOwn(plan.models, name) ? plan.models[name] : undefined;
  if (declared !== undefined) return withKnownFacts(declared);
  const slash = name.indexOf('/');
  // Programs and documents name Claude's models without their provider.
  if (slash < 0 && name.startsWith('claude-') && Object.hasOwn(plan.providers, 'anthropic'))
    return withKnownFacts({ provider: 'anthropic', id: name });
  if (slash < 1) throw errors.MODEL_UNKNOWN({ name, available: Object.keys(plan.models) });
  return withKnownFacts({ provider: name.slice(0, slash), id: name.slice(slash + 1) });
}

/** Returns the fields that have a value. */
export const defined = <T extends object>(value: T) =>
  Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as Partial<T>;

/**
 * Completes the plan of a model with public facts, and throws MODEL_OPTION for an option that the model does not have: it would be
 * lost, or the provider would refuse every request. Options of a program without a configuration are its own. The table of models is
 * loaded only where something is unknown or to be checked, so a plain run with Claude does without it. Source: MODEL-04, MODEL-05.
 */
export async function withFactsOf(
  model: ModelPlan,
  plan: Pick<Plan, 'providers' | 'configFile'>,
  given?: Pick<ModelProvider, 'api'>,
): Promise<ModelPlan> {
  const known = withKnownFacts(model);
  const mount = plan.providers[model.provider];
  // Scripts and cassettes ask nobody, so they cost nothing, whatever their model is called. A price that is written counts.
  if (mount?.use.endsWith('/model-script') === true) return { ...known, price: model.price ?? model.priceIfUnknown ?? FREE };
  // A provider without an entry and without an API of its own has no public models.
  if (mount === undefined && given?.api === undefined) return withPrice(known);
  const { price, contextWindow, capabilities } = known;
  const isClaude = price !== undefined && contextWindow !== undefined && /claude-/.test(model.id);
  if (isClaude && !hasOptions(known) && capabilities === undefined) return known;
  const { refusedOption, withFacts } = await import('@loadout/models');
  const whole = await withFacts(known, mount);
  const refused = plan.configFile === undefined ? undefined : refusedOption(whole);
  if (refused !== undefined) throw errors.MODEL_OPTION({ model: model.id, ...refused }, { position: model.position });
  return whole;
}

export const FREE = { input: 0, output: 0 };

const hasOptions = ({ thinking, effort, temperature, parallelCalls }: ModelPlan): boolean =>
  [thinking, effort, temperature, parallelCalls].some((option) => option !== undefined);

/** A model for work without model calls, so that no key is needed and no provider is loaded. */
export const noModel: ModelProvider = {
  name: 'none',
  // biome-ignore lint/correctness/useYield: it is never asked.
  async *stream() {
    throw new Error('This command asks no model.');
  },
};
