import type { SkillPlan } from '../plan/skill-plan.js';

/** The skills of an agent, and what those that are in use change. Offered by the runner when the agent has skills. */
export interface ActiveSkills {
  /** Returns the skills that this agent may use, in the order in which the model sees them. */
  list(): readonly SkillPlan[];
  /** By name or alias. */
  find(name: string): SkillPlan | undefined;
  /**
   * Its text, read anew, with `args` in their places and the output of its commands, each of which is a call of Bash that goes
   * through permissions and hooks. Contract: throws, with a sentence for the model, what cannot be read or was refused.
   */
  text(skill: SkillPlan, args: string, context: { readonly signal: AbortSignal }): Promise<string>;
  /** True when the conversation holds just this text of it already; from now on it does. Source: SKILL-08. */
  isHeld(skill: SkillPlan, text: string): boolean;
  /**
   * From now on to the end of the run its restriction stands on the stack, its allowed tools need no asking where no rule asks,
   * its hooks run, and its model and effort are used. Contract: throws, with a sentence for the model, when restrictions are
   * nested too deep or a hook cannot be made; nothing of it holds then.
   */
  begin(skill: SkillPlan): Promise<void>;
}
