import type { SkillPlan } from '../plan/skill-plan.js';

/** The skills of an agent, and the effects of the skills in use. Offered by the runner if the agent has skills. */
export interface ActiveSkills {
  /** Returns the skills that this agent may use, in the order in which the model sees them. */
  list(): readonly SkillPlan[];
  /** Finds a skill by name or alias. */
  find(name: string): SkillPlan | undefined;
  /**
   * Returns the text, read anew, with `args` filled in and the output of its commands, each of which is a call of Bash with
   * permissions and hooks. Contract: throws, with a sentence for the model, if the text cannot be read or a command is refused.
   */
  text(skill: SkillPlan, args: string, context: { readonly signal: AbortSignal }): Promise<string>;
  /** Returns true if the conversation already holds exactly this text; from then on it does. Source: SKILL-08. */
  isHeld(skill: SkillPlan, text: string): boolean;
  /**
   * Puts the skill to use. Its restriction replaces that of the skill before it. Its allowed tools need no asking unless a rule
   * asks, its hooks run, and its model and effort apply, until the prompt ends. Contract: throws, with a sentence for the model,
   * if a hook cannot be made; the skill then has no effect.
   */
  begin(skill: SkillPlan): Promise<void>;
}
