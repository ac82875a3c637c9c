import type { ModelPlan } from '@loadout/core';
import type { AgentSpec, ChosenModel } from '../agent/agent-spec.js';
import { errors } from '../report/errors.js';

export interface ModelChange {
  /** An alias of the plan, or `provider/id`; `null`: back to the agent's own. */
  readonly model?: string | null | undefined;
  readonly effort?: string | null | undefined;
  readonly thinking?: ModelPlan['thinking'] | null | undefined;
}

/** Who wants another model: the host, or something in the run itself. */
export type SwitchSource = 'sdk' | 'auto';

/** Another model is about to answer. */
export interface ModelSwitch {
  readonly from: ModelPlan;
  readonly to: ModelPlan;
  readonly requested: string | null;
  readonly source: SwitchSource;
}

/** Hears of a switch before it is made. Contract: throws what stands against it. */
export type BeforeSwitch = (change: ModelSwitch) => Promise<void>;

interface Wanted {
  readonly model: string | null;
  readonly effort: string | null;
  readonly thinking: NonNullable<ModelPlan['thinking']> | null;
}

type ModelRules = Pick<AgentSpec, 'model' | 'modelFor' | 'fallbackModels' | 'limits'>;

/** What an answer may hold once one was cut off, where nobody has set a limit. Source: LOOP-13. */
const RAISED_OUTPUT = 64_000;

/** The model of one run. It changes between turns only, so that a turn knows one. Source: LOOP-18. */
export class RunModel {
  readonly #spec: ModelRules;
  #current: ChosenModel;
  #wanted: Wanted = { model: null, effort: null, thinking: null };
  #source: SwitchSource = 'auto';
  /** What was wanted of the model that is in use. */
  #settled: string | null = null;
  #isStale = false;
  /** So many of those to fall back on have been taken. */
  #fallen = 0;
  /** By the provider's own name for the model: its answers may be longer, or the provider was against it. */
  readonly #output = new Map<string, 'raised' | 'refused'>();
  /** When the model in use has last answered, by the run's clock. */
  answeredAt: number | undefined;

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

  /** Whether a choice waits for `settle`. */
  get isStale(): boolean {
    return this.#isStale;
  }

  /** The choice of a host or a skill over the agent's own model. */
  get wanted(): Wanted {
    return this.#wanted;
  }

  /** Absent: the provider's own. */
  get maxOutputTokens(): number | undefined {
    const { id, maxOutputTokens } = this.plan;
    return maxOutputTokens ?? (this.#output.get(id) === 'raised' ? RAISED_OUTPUT : undefined);
  }

  choose({ model, effort, thinking }: ModelChange, source: SwitchSource = 'auto'): void {
    if (model !== undefined) this.#source = source;
    this.#wanted = {
      model: model === undefined ? this.#wanted.model : model,
      effort: effort === undefined ? this.#wanted.effort : effort,
      thinking: thinking === undefined ? this.#wanted.thinking : thinking,
    };
    this.#isStale = true;
  }

  /**
   * Takes over what was chosen. True: the next request is another. Contract: throws MODEL_UNKNOWN, MODEL_NONE or LIMIT_UNPRICED
   * for a model that cannot be used, and what `before` throws; the one before stays.
   */
  async settle(before: BeforeSwitch): Promise<boolean> {
    if (!this.#isStale) return false;
    this.#isStale = false;
    const { model, effort, thinking } = this.#wanted;
    const source = this.#source;
    this.#source = 'auto';
    const held = this.#current;
    try {
      const chosen = model === null ? this.#spec.model : await this.#usable(model);
      const next =
        effort === null && thinking === null ? chosen : { ...chosen, plan: changed(chosen.plan, { effort, thinking }) };
      await this.#switchTo(next, { before, requested: model, source });
    } catch (error) {
      this.#wanted = { model: this.#settled, effort, thinking };
      throw error;
    }
    this.#settled = model;
    this.#fallen = 0;
    return this.#current !== held;
  }

  /** Goes over to the next model that the agent falls back on. False: there is none left. Contract: throws as `settle`. */
  async fallBack(before: BeforeSwitch): Promise<boolean> {
    const name = this.#spec.fallbackModels[this.#fallen];
    if (name === undefined) return false;
    this.#fallen += 1;
    const { effort, thinking } = this.#wanted;
    const chosen = await this.#usable(name);
    const next = { ...chosen, plan: changed(chosen.plan, { effort, thinking }) };
    await this.#switchTo(next, { before, requested: name, source: 'auto' });
    return true;
  }

  /** The first one is tried again. */
  comeBack(): void {
    if (this.#fallen > 0) this.#isStale = true;
  }

  /** An answer was cut off: the next ones may be longer. False: somebody has set how long they may be, or it was done before. */
  raiseOutput(): boolean {
    const { id, maxOutputTokens, thinking, extra } = this.plan;
    const budget = thinking?.type === 'enabled' ? thinking.budget_tokens : 0;
    if (maxOutputTokens !== undefined || extra?.max_tokens !== undefined || this.#output.has(id)) return false;
    if (budget >= RAISED_OUTPUT / 2) return false;
    this.#output.set(id, 'raised');
    return true;
  }

  /** The provider refused a request. True: it was one for longer answers, and the next is as it was before. */
  lowerOutput(): boolean {
    const { id } = this.plan;
    if (this.#output.get(id) !== 'raised') return false;
    this.#output.set(id, 'refused');
    return true;
  }

  async #switchTo(
    next: ChosenModel,
    { before, ...change }: { readonly before: BeforeSwitch } & Pick<ModelSwitch, 'requested' | 'source'>,
  ): Promise<void> {
    const from = this.plan;
    if (from.id !== next.plan.id || from.provider !== next.plan.provider) {
      await before({ from, to: next.plan, ...change });
      this.answeredAt = undefined;
    }
    this.#current = next;
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
