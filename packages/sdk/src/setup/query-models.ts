import type { ModelPlan } from '@loadout/core/model';
import { defined } from '@loadout/node';
import { contextWindowOf, type Env, modelId, priceOf, windowBetas } from '../models.js';
import type { Options } from '../types/options.js';
import { effortFor, modelVariables, thinkingVariable } from './model-variables.js';
import type { Ground } from './planned.js';

const TASK_BUDGETS = 'task-budgets-2026-03-13';

interface ModelGround {
  readonly options: Options;
  readonly env: Env;
  readonly prices?: Ground['prices'] | undefined;
}

/** The plan of a model that a program or a variable names. */
export function modelPlanOf(name: string, { options, env, prices }: ModelGround): ModelPlan {
  const id = modelId(name, env);
  const { taskBudget, agentConfig } = options;
  const betas = [
    ...new Set([...(options.betas ?? []), ...windowBetas(name, env), ...(taskBudget === undefined ? [] : [TASK_BUDGETS])]),
  ];
  const effort = agentConfig === undefined ? effortFor(id, { given: options.effort, env }) : undefined;
  const { extra, ...variables } = modelVariables(id, env);
  const thinking = thinkingVariable(id, env);
  const budget = taskBudget === undefined ? {} : { output_config: { task_budget: { type: 'tokens', ...taskBudget } } };
  const body = { ...extra, ...budget };
  return {
    provider: 'anthropic',
    id,
    contextWindow: contextWindowOf(name, { env, betas }),
    price: priceOf(id, prices),
    ...variables,
    ...defined({ thinking, effort }),
    ...(betas.length === 0 ? {} : { betas }),
    ...(Object.keys(body).length === 0 ? {} : { extra: body }),
  };
}

/** The models that a query names, as models of its plan. */
export class QueryModels {
  readonly made: Record<string, ModelPlan> = {};
  readonly env: Env;
  readonly ground: Ground;
  readonly #options: Options;

  constructor({ options, env, ground }: { options: Options; env: Env; ground: Ground }) {
    this.#options = options;
    this.env = env;
    this.ground = ground;
  }

  /** The name of the model in the plan. The same model with the window that a beta opens is another one (GAP-C3). */
  named(name: string): string {
    if (this.ground.plan !== undefined && Object.hasOwn(this.ground.plan.models, name)) return name;
    if (name.includes('/')) return name;
    const made = `${modelId(name, this.env)}${windowBetas(name, this.env).length === 0 ? '' : '[1m]'}`;
    this.made[made] ??= modelPlanOf(name, { options: this.#options, env: this.env, prices: this.ground.prices });
    return made;
  }
}
