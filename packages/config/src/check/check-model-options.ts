import type { ModelPlan } from '@loadout/core/model';
import type { RefusedOption } from '@loadout/models';
import { withImplicit } from '../compile/providers.js';
import { dotted, type Path } from '../document/node.js';
import { errors } from '../errors.js';
import { type CheckContext, tell } from './check-context.js';

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
    const model = await planOf(alias);
    const refused = model && refusedOption(model);
    if (model !== undefined && refused !== undefined)
      refuse(refused, { path: ['models', alias, refused.option], model, alias }, context);
  }
  for (const [name, agent] of Object.entries(agents)) {
    const { thinking = defaults.thinking, effort = defaults.effort } = agent;
    const options: Options = { ...(thinking === undefined ? {} : { thinking }), ...(effort === undefined ? {} : { effort }) };
    for (const alias of namesOf(agent.model ?? defaults.model ?? Object.keys(models))) {
      const model = await planOf(alias);
      if (model === undefined) continue;
      const { capabilities, provider, id } = model;
      const refused = refusedOption({ ...options, capabilities, provider, id });
      if (refused === undefined) continue;
      const owner = Object.hasOwn(agent, refused.option) ? ['agents', name] : ['defaults'];
      refuse(refused, { path: [...owner, refused.option], model, alias }, context);
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

interface Refused {
  readonly path: Path;
  readonly model: ModelPlan;
  readonly alias: string;
}

function refuse(refused: RefusedOption, { path, model, alias }: Refused, context: CheckContext): void {
  const isAlias = Object.hasOwn(context.document.models ?? {}, alias);
  const problem = { path: dotted(path), model: model.id, alias: isAlias ? alias : undefined, ...refused };
  tell(errors.CONFIG_MODEL_OPTION(problem), path, context);
}
