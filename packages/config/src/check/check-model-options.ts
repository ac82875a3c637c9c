import type { ModelPlan } from '@loadout/core/model';
import type { RefusedOption } from '@loadout/models';
import { withImplicit } from '../compile/providers.js';
import { placeOf } from '../document/flatten.js';
import { dotted, type Path } from '../document/node.js';
import { errors } from '../errors.js';
import type { CheckContext } from './check-context.js';

type Options = Pick<ModelPlan, 'thinking' | 'effort'>;

/**
 * Reports options that a model does not have, at the line of the option, with the values that the model takes. Of an unknown model
 * nothing is refused. Source: MODEL-05.
 */
export async function checkModelOptions(context: CheckContext): Promise<void> {
  const { document } = context;
  const { models = {}, agents = {}, defaults = {} } = document;
  if (context.failed.has('models') || context.failed.has('providers')) return;
  // The table of models costs every start of a configuration that asks for nothing a model may lack.
  if (![defaults, ...Object.values(models), ...Object.values(agents)].some(hasOptions)) return;
  const { refusedOption, withFacts } = await import('@loadout/models');
  const plans = new Map<string, ModelPlan>();
  const planOf = async (name: string) => {
    const named = plans.has(name) ? undefined : planNamed(name, context);
    const plan = plans.get(name) ?? (named && (await withFacts(named.plan, named.mount)));
    if (plan !== undefined) plans.set(name, plan);
    return plan;
  };
  for (const alias of Object.keys(models)) {
    const plan = await planOf(alias);
    if (plan === undefined) continue;
    tell(refusedOption(plan), { at: (option) => ['models', alias, option], model: plan, alias, context });
  }
  for (const [name, agent] of Object.entries(agents)) {
    const { thinking = defaults.thinking, effort = defaults.effort } = agent;
    const options: Options = { ...(thinking === undefined ? {} : { thinking }), ...(effort === undefined ? {} : { effort }) };
    const at = (option: keyof Options): Path => (agent[option] === undefined ? ['defaults', option] : ['agents', name, option]);
    for (const model of namesOf(agent.model ?? defaults.model ?? Object.keys(models))) {
      const plan = await planOf(model);
      if (plan === undefined) continue;
      const only = { ...options, capabilities: plan.capabilities, provider: plan.provider, id: plan.id };
      tell(refusedOption(only), { at: (option) => at(option as keyof Options), model: plan, alias: model, context });
    }
  }
}

const OPTIONS = ['thinking', 'effort', 'temperature', 'parallelCalls'] as const satisfies readonly RefusedOption['option'][];

const hasOptions = (entry: object): boolean => OPTIONS.some((option) => option in entry);

const namesOf = (model: string | readonly string[]): readonly string[] => (typeof model === 'string' ? [model] : model);

/** Returns the plan of an alias or of `provider/id`, with its provider; `undefined` for a name that means nothing. */
function planNamed(name: string, { document }: CheckContext) {
  const entry = Object.hasOwn(document.models ?? {}, name) ? document.models?.[name] : undefined;
  const slash = name.indexOf('/');
  if (entry === undefined && slash < 1) return undefined;
  const plan: ModelPlan = entry ?? { provider: name.slice(0, slash), id: name.slice(slash + 1) };
  if (typeof plan.provider !== 'string' || typeof plan.id !== 'string') return undefined;
  const mount = withImplicit(document)[plan.provider];
  return { plan, mount: typeof mount === 'string' ? { use: mount } : mount };
}

interface Place {
  readonly at: (option: RefusedOption['option']) => Path;
  readonly model: ModelPlan;
  readonly alias: string;
  readonly context: CheckContext;
}

function tell(refused: RefusedOption | undefined, { at, model, alias, context }: Place): void {
  if (refused === undefined) return;
  const path = at(refused.option);
  const { report, flat, failed, document } = context;
  if (failed.has(dotted(path))) return;
  const isAlias = Object.hasOwn(document.models ?? {}, alias);
  const problem = { path: dotted(path), model: model.id, alias: isAlias ? alias : undefined, ...refused };
  report.error(errors.CONFIG_MODEL_OPTION(problem), { path, place: placeOf(flat, path) });
}
