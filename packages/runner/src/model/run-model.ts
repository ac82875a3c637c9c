import type { ModelPlan, Origin } from '@loadout/core/model';
import { errors } from '../report/errors.js';
import type { AgentSpec, ChosenModel } from '../spec/agent-spec.js';
import { SentHistory } from './sent-history.js';

export interface ModelChange {
  /** An alias of the plan, or `provider/id`; `null` restores the agent's own model. */
  readonly model?: string | null | undefined;
  readonly effort?: string | null | undefined;
  readonly thinking?: ModelPlan['thinking'] | null | undefined;
}

/** The origin of a switch: `sdk` for the host, `auto` for the run itself. */
type SwitchSource = 'sdk' | 'auto';

/** A switch to another model, before it is made. */
export interface ModelSwitch {
  readonly from: ModelPlan;
  readonly to: ModelPlan;
  readonly requested: string | null;
  readonly source: SwitchSource;
}

/** Called before a switch. Contract: throws to refuse the switch. */
type BeforeSwitch = (change: ModelSwitch) => Promise<void>;

interface Wanted {
  readonly model: string | null;
  readonly effort: string | null;
  readonly thinking: NonNullable<ModelPlan['thinking']> | null;
}

type ModelRules = Pick<AgentSpec, 'model' | 'modelFor' | 'fallbackModels' | 'limits'>;

/** The tokens of an answer after an earlier answer was cut off, if no limit is set. Source: LOOP-13. */
const RAISED_OUTPUT = 64_000;

/** The model of one run. The model changes only between turns, so that a turn has one model. Source: LOOP-18. */
export class RunModel {
  readonly #spec: ModelRules;
  #current: ChosenModel;
  #wanted: Wanted = { model: null, effort: null, thinking: null };
  #source: SwitchSource = 'auto';
  /** The wish that the model in use fulfils. */
  #settled: string | null = null;
  #isStale = false;
  /** The number of fallback models used so far. */
  #fallen = 0;
  /** By the provider's name for a model: longer answers are requested, or the provider refused them. */
  readonly #output = new Map<string, 'raised' | 'refused'>();
  #history: SentHistory | undefined;
  /** The time of the last answer of the model in use, by the run's clock. */
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

  /** The origin of the messages that the model makes. */
  get origin(): Origin {
    const { provider, plan } = this.#current;
    return Object.freeze({ provider: plan.provider, api: provider.api ?? provider.name, model: plan.id });
  }

  /** The conversation as each model of the run gets it. Made when it is first asked for, since a plain run asks for none. */
  get history(): SentHistory {
    this.#history ??= new SentHistory();
    return this.#history;
  }

  /** Whether a provider has refused thinking of its own in this run. */
  get hasRefused(): boolean {
    return this.#history?.hasRefused === true;
  }

  /** Whether a choice waits for `settle`. */
  get isStale(): boolean {
    return this.#isStale;
  }

  /** The choice of a host or a skill over the agent's own model. */
  get wanted(): Wanted {
    return this.#wanted;
  }

  /** The limit on the tokens of an answer; `undefined` for the provider's default. */
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
   * Applies the choice. Returns whether the next request differs. Contract: throws MODEL_UNKNOWN, MODEL_NONE or LIMIT_UNPRICED
   * for a model that cannot be used, and any error of `before`; then the model stays the same.
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

  /** Switches to the next fallback model. Returns false if there is none. Contract: throws as `settle` does. */
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

  /** Makes the next `settle` return to the first model after a fallback. */
  comeBack(): void {
    if (this.#fallen > 0) this.#isStale = true;
  }

  /** Allows longer answers after one was cut off. Returns false if a limit is set, or if longer answers were allowed before. */
  raiseOutput(): boolean {
    const { id, maxOutputTokens, thinking } = this.plan;
    const budget = thinking?.type === 'enabled' ? thinking.budget_tokens : 0;
    if (maxOutputTokens !== undefined || this.#output.has(id)) return false;
    if (budget >= RAISED_OUTPUT / 2) return false;
    this.#output.set(id, 'raised');
    return true;
  }

  /** Takes back longer answers after a refused request. Returns whether the request had asked for longer answers. */
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
