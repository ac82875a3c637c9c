import type { ModelPlan } from '@loadout/core';
import type { AgentSpec, ChosenModel } from './agent-spec.js';
import { errors } from './errors.js';

export interface ModelChange {
  /** An alias of the plan, or `provider/id`; `null`: back to the agent's own. */
  readonly model?: string | null | undefined;
  readonly effort?: string | null | undefined;
  readonly thinking?: ModelPlan['thinking'] | null | undefined;
}

interface Wanted {
  readonly model: string | null;
  readonly effort: string | null;
  readonly thinking: NonNullable<ModelPlan['thinking']> | null;
}

type ModelRules = Pick<AgentSpec, 'model' | 'modelFor' | 'fallbackModels' | 'limits'>;

/** The model of one run. It changes between turns only, so that a turn knows one. Source: LOOP-18. */
export class RunModel {
  readonly #spec: ModelRules;
  #current: ChosenModel;
  #wanted: Wanted = { model: null, effort: null, thinking: null };
  #isStale = false;
  /** So many of those to fall back on have been taken. */
  #fallen = 0;

  constructor(spec: ModelRules) {
    this.#spec = spec;
    this.#current = spec.model;
  }

  get current(): ChosenModel {
    return this.#current;
  }

  get plan(): ModelPlan {
    return this.#current.plan;
  }

  /** What was chosen over the agent's own. */
  get wanted(): Wanted {
    return this.#wanted;
  }

  choose({ model, effort, thinking }: ModelChange): void {
    this.#wanted = {
      model: model === undefined ? this.#wanted.model : model,
      effort: effort === undefined ? this.#wanted.effort : effort,
      thinking: thinking === undefined ? this.#wanted.thinking : thinking,
    };
    this.#isStale = true;
  }

  /**
   * Takes over what was chosen. True: the next request is another. Contract: throws MODEL_UNKNOWN, MODEL_NONE or LIMIT_UNPRICED
   * for a model that cannot be used; the one before stays.
   */
  async settle(): Promise<boolean> {
    if (!this.#isStale) return false;
    this.#isStale = false;
    const { model, effort, thinking } = this.#wanted;
    const before = this.#current;
    try {
      const chosen = model === null ? this.#spec.model : await this.#usable(model);
      this.#current =
        effort === null && thinking === null ? chosen : { ...chosen, plan: changed(chosen.plan, { effort, thinking }) };
    } catch (error) {
      this.#wanted = { model: null, effort, thinking };
      throw error;
    }
    return this.#current !== before;
  }

  /** Goes over to the next model that the agent falls back on. False: there is none left. Contract: throws as `settle`. */
  async fallBack(): Promise<boolean> {
    const name = this.#spec.fallbackModels[this.#fallen];
    if (name === undefined) return false;
    this.#fallen += 1;
    const { effort, thinking } = this.#wanted;
    const chosen = await this.#usable(name);
    this.#current = { ...chosen, plan: changed(chosen.plan, { effort, thinking }) };
    return true;
  }

  /** The first one is tried again. */
  comeBack(): void {
    if (this.#fallen === 0) return;
    this.#fallen = 0;
    this.#isStale = true;
  }

  async #usable(name: string): Promise<ChosenModel> {
    const chosen = await this.#spec.modelFor(name);
    if (this.#spec.limits.usd !== undefined && chosen.plan.price === undefined)
      throw errors.LIMIT_UNPRICED({ model: chosen.plan.id }, { position: chosen.plan.position });
    return chosen;
  }
}

const changed = (plan: ModelPlan, { effort, thinking }: Omit<Wanted, 'model'>): ModelPlan => ({
  ...plan,
  ...(effort === null ? {} : { effort }),
  ...(thinking === null ? {} : { thinking }),
});
